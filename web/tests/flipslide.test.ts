import { describe, expect, it } from "vitest";
import { labelOf } from "../src/games/flipslide/choices";
import { Desk } from "../src/games/flipslide/desk.svelte";
import { at, boxOf, cellAt, extentOf, keyOf, lyingOn, placeOf, rowName, runs, walk } from "../src/games/flipslide/map";
import { holds } from "../src/parts/pan";
import type { FlipSlideView } from "../src/wire/flipslide";
import { words } from "../src/words";
import { ScriptedStage } from "./scripted_stage.svelte";

const tile = (q: number, r: number, colour: string | null) => ({ cell: [q, r] as [number, number], colour });
const PATCH = {
  phase: "act",
  tiles: [tile(0, 0, "red"), tile(1, 0, "orange"), tile(2, 0, "yellow"), tile(0, 1, "orange"), tile(5, 5, "green")],
  rabbits: [[0, -1], null],
  destinations: [],
  cells: [],
  held: null,
  clovers: 3,
} as unknown as FlipSlideView;

describe("the patch", () => {
  it("finds the cell under each centre again", () => {
    for (const cell of [
      [0, 0],
      [3, -2],
      [-4, 7],
    ] as const)
      expect(cellAt(at(cell))).toEqual(cell);
  });

  it("knows a cell again however far it has drifted", () => {
    expect(keyOf([-1, 66])).toBe(keyOf([63, 2]));
  });

  it("walks a way back from its end", () => {
    expect(walk([2, 0], "00").map(cellAt)).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  it("links successive colours that touch, and knows the longest run", () => {
    const { links, longest } = runs(PATCH);
    expect(longest).toEqual(["red", "orange", "yellow"]);
    expect(links).toHaveLength(3);
    expect(links.filter((link) => link.best)).toHaveLength(2);
  });

  it("has room for every tile and for whatever may come beside it", () => {
    const extent = extentOf(PATCH);
    for (const { cell } of PATCH.tiles)
      for (const [q, r] of [
        [1, 0],
        [1, -1],
        [-1, 0],
        [0, 1],
      ] as const)
        expect(holds(extent, boxOf([cell[0] + q, cell[1] + r]))).toBe(true);
  });
});

describe("places", () => {
  it("are called by row and column, each cell by a name of its own", () => {
    expect(placeOf([0, 0])).toBe("F7");
    expect(placeOf([3, 0])).toBe("F13");
    expect(placeOf([0, 1])).toBe("G8");
    const names = new Set<string>();
    for (let q = -32; q < 32; q++) for (let r = -32; r < 32; r++) names.add(placeOf([q, r]));
    expect(names.size).toBe(64 * 64);
  });

  it("have letters beyond Z, and a minus beyond A and 1, as in the sentences of the server", () => {
    expect([rowName(-5), rowName(20), rowName(21), rowName(-6)]).toEqual(["A", "Z", "AA", "-A"]);
    expect([placeOf([-32, 0]), placeOf([32, 0]), placeOf([3, 32])]).toEqual(["F-57", "F-57", "-AA-17"]);
  });
});

describe("what is said of a tile", () => {
  it("is what it is, where it lies, and what may be done with it", () => {
    const { tiles, rabbits } = lyingOn(PATCH);
    const none = { can: false, closed: false, deadEnd: false };
    expect(labelOf(tiles[0]!, { ...none, can: true }, [])).toBe("red 1 on F7: slide");
    expect(labelOf(tiles[1]!, { ...none, closed: true }, [])).toBe("orange 2, closed on F9");
    expect(labelOf(rabbits[0]!, none, ["Oak"])).toBe("the rabbit of Oak on E6");
  });

  it("says what to play for in every variant", () => {
    expect(words.flipslide.aim(false, false)).toBe("Red to violet, touching your rabbit");
    expect(words.flipslide.aim(true, false)).toBe("Red to violet, the red one touching your rabbit");
    expect(words.flipslide.aim(false, true)).toBe("Red to violet, touching your rabbit, before the last clover");
  });
});

describe("what I have in mind", () => {
  const SLIDE = { action: 7, move: { type: "slide", q: 0, r: 0 } };
  const TO = { action: 9, move: { type: "to", q: 3, r: 0, path: "000" } };
  const HELD = { ...PATCH, phase: "slide to", held: [0, 0] } as FlipSlideView;
  const red = lyingOn(PATCH).tiles[0]!;
  const dragged = (stage: ScriptedStage) => {
    const desk = new Desk(stage.stage);
    const drags = desk.dragsOf(
      () => red,
      () => [3, 0],
    );
    drags.start?.();
    expect(stage.said).toEqual(["play 7"]);
    stage.busy = true;
    drags.drop([], { x: 0, y: 0 });
    return desk;
  };

  it("waits with a tile that was dropped until the server has picked it up", () => {
    const stage = new ScriptedStage(PATCH, [SLIDE]);
    const desk = dragged(stage);
    desk.follow();
    stage.now(HELD, [TO]);
    desk.follow();
    expect(stage.said).toEqual(["play 7", "play 9"]);
  });

  it("forgets where a tile was dropped that may not be slid", () => {
    const stage = new ScriptedStage(PATCH, [SLIDE]);
    const desk = dragged(stage);
    stage.now(PATCH, [SLIDE]);
    desk.follow();
    desk.touch(red);
    stage.now(HELD, [TO]);
    desk.follow();
    expect(stage.said).toEqual(["play 7", "play 7"]);
  });

  it("asks the server why something may not be touched", () => {
    const stage = new ScriptedStage(PATCH, []);
    const desk = new Desk(stage.stage);
    desk.touch(red);
    stage.now({ ...PATCH, phase: "jump" } as FlipSlideView, []);
    desk.touchGround([4, -1]);
    expect(stage.said).toEqual(["why slide 0,0", "why jump 4,-1"]);
  });

  it("asks me before the last clover alone is flipped", () => {
    const alone = { ...PATCH, rabbits: [[0, -1]], clovers: 1, tiles: [tile(0, 0, null)] } as unknown as FlipSlideView;
    const stage = new ScriptedStage(alone, [{ action: 3, move: { type: "flip", q: 0, r: 0 } }]);
    const desk = new Desk(stage.stage);
    desk.touch(lyingOn(alone).tiles[0]!);
    expect([desk.asking, stage.said]).toEqual([3, []]);
  });
});
