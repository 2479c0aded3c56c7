import { describe, expect, it } from "vitest";
import { sources } from "../src/games/alarun/pieces/zones";
import { kindOf, nameOf } from "../src/games/alarun/cards";
import { CELL, frame, ground, keyOf, laidIn, middle, runOf, sizeOf, WINDOW, windowOf } from "../src/games/alarun/map";
import type { LineView, SquareView } from "../src/wire/alarun";

const none: LineView = { power: 1, points: 0, of: "FM", first: 0, cells: 1 };

/** A square with an apprentice in its first cell. */
function square(cells: string[][], rows: LineView[] = [], columns: LineView[] = []): SquareView {
  return { left: 0, top: 0, cells, druid: "FM-R", rows, columns, legal: [], potions: 0, auri: 0 };
}

describe("the plot of a square", () => {
  it("keeps the box of cards in the middle of the window", () => {
    const alone = square([["@"]]);
    expect(middle(alone, { x: 0, y: 0 })).toEqual({ x: (4 * CELL) / 2, y: (4 * CELL) / 2 });
    const pair = square([["@", "DE-Y"]]);
    const [one, two] = [middle(pair, { x: 0, y: 0 }), middle(pair, { x: 1, y: 0 })];
    expect((one.x + two.x) / 2).toBe((4 * CELL) / 2);
    expect(two.x - one.x).toBe(CELL);
  });

  it("has a window with room all around, as small as that and never larger than it must be", () => {
    expect(windowOf(square([["@"]]))).toBe(4);
    expect(windowOf(square([["@", "DE-Y", "DE-R"]]))).toBe(5);
    for (const size of [4, 5]) expect(windowOf(square([Array(size).fill("DE-Y")]))).toBe(WINDOW);
  });

  it("knows what lies where", () => {
    const corner = {
      ...square([
        [".", "DE-Y"],
        ["@", "MK-R"],
      ]),
      top: -1,
    };
    expect(laidIn(corner)).toEqual([
      { card: "DE-Y", x: 1, y: -1 },
      { card: "@", x: 0, y: 0 },
      { card: "MK-R", x: 1, y: 0 },
    ]);
    expect(sizeOf(corner)).toEqual({ width: 2, height: 2 });
  });

  it("shuts whatever would make the square more than five wide or high, as rule A4.4 says", () => {
    const wide = square([["@", "DE-Y", "DE-R", "DE-B", "DE-W"]]);
    const shut = new Set(ground(wide).flatMap((plot) => (plot.shut ? [keyOf(plot)] : [])));
    for (const beyond of ["-1,0", "5,0", "-1,1", "5,-2"]) expect(shut).toContain(beyond);
    for (const free of ["0,1", "4,-1", "2,2"]) expect(shut).not.toContain(free);
    const four = square([["@", "DE-Y", "DE-R", "DE-B"]]);
    expect(ground(four).filter(({ shut }) => shut)).toEqual([]);
  });

  it("draws a side of the frame as soon as it is settled, and none before", () => {
    expect(frame(square([["@", "DE-Y", "DE-R", "DE-B"]]))).toBe("");
    const wide = frame(square([["@", "DE-Y", "DE-R", "DE-B", "DE-W"]]));
    expect(wide).toContain("V");
    expect(wide).not.toContain("H");
    expect(frame(square(Array.from({ length: 5 }, () => ["DE-Y"])))).not.toContain("V");
  });

  it("shows every cell of the window once, those at its rim in part", () => {
    const full = square(Array.from({ length: 5 }, () => ["DE-Y", "DE-Y", "DE-Y", "DE-Y", "DE-Y"]));
    const plots = ground(full);
    expect(new Set(plots.map(keyOf)).size).toBe(plots.length);
    expect(plots).toHaveLength(49);
    expect(plots.filter(({ shut }) => !shut)).toHaveLength(25);
  });
});

describe("a line", () => {
  const brewed: LineView = { power: 2, points: 2, of: "DE", first: 1, cells: 3 };

  it("points at the cells of its run", () => {
    const seen = { ...square([["@", "DE-Y", "DE-Y", "DE-R"]], [brewed], [none]), left: -2, top: 3 };
    expect(runOf(seen, { way: "row", place: 0 })).toEqual([
      { x: -1, y: 3 },
      { x: 0, y: 3 },
      { x: 1, y: 3 },
    ]);
  });

  it("points at nothing when it brews nothing", () => {
    expect(runOf(square([["@"]], [none], [none]), { way: "column", place: 0 })).toEqual([]);
  });
});

describe("words", () => {
  it("call a card by its colour and its ingredient", () => {
    expect(kindOf("DE-Y")).toEqual({ ingredient: "DE", colour: "yellow" });
    expect(nameOf("DE-Y")).toBe("yellow dragon eggs");
    expect(nameOf("AU")).toBe("Centum auri");
  });
});

describe("a card travels", () => {
  it("from where the table had it", () => {
    expect(sources("hand", 0, 0)).toEqual(["centre", "deck"]);
    expect(sources("centre", 0, 0)[0]).toBe("hand");
    expect(sources("centre", 0, 2)[0]).toBe("seat2");
    expect(sources("square0", 0, 0)).toEqual(["hand"]);
    expect(sources("square2", 0, 2)).toEqual(["seat2"]);
    expect(sources("marker", 0, 1)).toEqual([]);
  });
});
