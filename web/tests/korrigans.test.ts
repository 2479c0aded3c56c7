import { describe, expect, it } from "vitest";
import { choicesOf, glowing, pickedOf, wishFor, wouldShow } from "../src/games/korrigans/choices";
import { inside, overlap } from "../src/games/korrigans/pieces/geometry";
import { BORDERS, fieldAt, fieldOf, FIELDS, LINKS, linkOf, ride } from "../src/games/korrigans/map";
import { cloverBox, figureBox } from "../src/games/korrigans/pieces/room";
import { motifOf, scattered } from "../src/games/korrigans/pieces/scatter";
import { standings } from "../src/games/korrigans/pieces/standing";
import { goldOf, grouped, without } from "../src/games/korrigans/cards";
import type { KorrigansView } from "../src/wire/korrigans";

function viewOf(places: string[][], seat = 0): KorrigansView {
  return {
    seat,
    suns: Array(7).fill(null),
    clouds: Array(7).fill(null),
    cauldron: null,
    candidates: ["village"],
    fields: FIELDS.map(({ id }) => ({ field: id, clovers: 6, menhir: true, takers: [] })),
    seats: places.map((fields) => ({
      korrigans: fields.map((field) => ({ field, bears: null })),
      screen: true,
      stash: ["hare"],
      display: ["frog"],
      spent: [],
      backup: null,
    })),
  } as unknown as KorrigansView;
}

describe("the map", () => {
  it("has every link between two fields that it borders on", () => {
    expect(LINKS).toHaveLength(35);
    for (const { a, b, at } of BORDERS)
      for (const id of [a, b]) {
        const { corners, label } = fieldOf(id);
        const towards = { x: at.x + (label.x - at.x) * 0.1, y: at.y + (label.y - at.y) * 0.1 };
        expect(inside(towards, corners), `${a}-${b} at ${id}`).toBe(true);
      }
  });

  it("finds the field under a point, and none beside the map", () => {
    for (const { id, label } of FIELDS) expect(fieldAt(label)?.id).toBe(id);
    expect(fieldAt({ x: -20, y: 100 })).toBeNull();
  });

  it("has five places on each field that hide neither the clovers nor one another", () => {
    for (const { id, slots, corners, label } of FIELDS) {
      expect(slots).toHaveLength(5);
      for (const [place, slot] of slots.entries()) {
        expect(inside(slot, corners), id).toBe(true);
        const area = overlap(figureBox(slot), figureBox(slot));
        expect(overlap(figureBox(slot), cloverBox(label)) / area, `${id} ${place} over the clovers`).toBeLessThan(0.2);
        for (const other of slots.slice(0, place))
          expect(overlap(figureBox(slot), figureBox(other)) / area, `${id} ${place}`).toBeLessThan(0.4);
      }
    }
  });

  it("lets whoever walks go through the link, and whoever flies go straight", () => {
    const from = fieldOf("village").label;
    const to = fieldOf("broom_bank").label;
    expect(ride(from, to, "hare", "village", "broom_bank")).toHaveLength(3);
    expect(ride(from, to, "bird", "village", "broom_bank")).toEqual([from, to]);
  });

  it("knows a link by the name that the Troll's moves have", () => {
    expect(linkOf("gull_pasture-orchard_bend")?.kind).toBe("path");
    expect(linkOf("orchard_bend-gull_pasture")).toBeNull();
  });

  it("grows each colour's own plant, inside its field and off its name", () => {
    expect(FIELDS.map(({ colour }) => motifOf(colour))).not.toContain("");
    for (const [place, field] of FIELDS.entries()) {
      const plants = scattered(field, place);
      expect(plants.length, field.id).toBeGreaterThan(1);
      for (const plant of plants) expect(inside(plant, field.corners)).toBe(true);
    }
  });
});

describe("korrigans on the map", () => {
  it("all stand apart when ten of them share the village", () => {
    const all = standings(viewOf(Array(5).fill(["village", "village"])), false);
    expect(new Set(all.map(({ x, y }) => `${x},${y}`)).size).toBe(10);
    expect(all.slice(-2).map(({ seat }) => seat)).toEqual([0, 0]);
  });

  it("are not drawn before they are placed", () => {
    const view = viewOf([["village", null as unknown as string]]);
    expect(standings(view, true).map(({ key }) => key)).toEqual(["0.0"]);
  });
});

describe("what may be chosen", () => {
  const rides = [
    { action: 1, move: { type: "move" as const, korrigan: 1, companion: "hare", field: "village" } },
    { action: 2, move: { type: "move" as const, korrigan: 1, companion: "frog", field: "reed_bank" } },
  ];

  it("is sorted by what one clicks for it", () => {
    const choices = choicesOf([
      ...rides,
      { action: 3, move: { type: "sun", row: 4 } },
      { action: 4, move: { type: "take", token: "coin2" } },
      { action: 5, move: { type: "stop" } },
    ]);
    expect(choices.rides).toHaveLength(2);
    expect(choices.sun.get(4)).toBe(3);
    expect(choices.take.get("coin2")).toBe(4);
    expect(choices.plain).toEqual([{ action: 5, type: "stop" }]);
  });

  it("picks up the only korrigan that can ride by itself", () => {
    expect(pickedOf(rides, null)).toBe(1);
    expect(pickedOf(rides, 0)).toBe(1);
    expect(pickedOf([], 1)).toBeNull();
  });

  it("asks about the animal that the border needs, else about one that I own", () => {
    const view = viewOf([["village", "reed_bank"]]);
    expect(wishFor(view, 0, "broom_bank")).toBe("move 0 hare broom_bank");
    expect(wishFor(view, 0, "chapel_close")).toBe("move 0 squirrel chapel_close");
    expect(wishFor(view, 1, "lark_rise")).toBe("move 1 hare lark_rise");
  });

  it("says which animal would be seen for the first time", () => {
    const view = viewOf([["village", "reed_bank"]]);
    expect(wouldShow(view, 0, "hare")).toBe(true);
    expect(wouldShow(view, 0, "frog")).toBe(false);
  });

  it("marks what is possible for the Cauldron from four suns on, until it has come", () => {
    const view = viewOf([["village", "reed_bank"]]);
    const red = (suns: number) => Array.from({ length: 7 }, (_, row) => (row < suns ? "red" : null));
    expect(glowing({ ...view, suns: red(3) })).toEqual([]);
    expect(glowing({ ...view, suns: red(4) })).toEqual(["village"]);
    expect(glowing({ ...view, suns: red(6), cauldron: "village" })).toEqual([]);
  });
});

describe("tokens and words", () => {
  it("lie together by kind, animals first", () => {
    expect(grouped(["coin2", "hare", "coin2"])).toEqual([
      { token: "hare", count: 1 },
      { token: "coin2", count: 2 },
    ]);
    expect(without(["coin2", "coin2", "hare"], "coin2")).toEqual(["coin2", "hare"]);
    expect([goldOf("coin4"), goldOf("mole")]).toEqual([4, 0]);
  });
});
