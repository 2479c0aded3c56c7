import { describe, expect, it } from "vitest";
import { Camera } from "../src/parts/camera.svelte";
import {
  around,
  boxOf,
  freeBox,
  holds,
  kept,
  panned,
  reaching,
  whole,
  zoomed,
  type Look,
  type Pane,
} from "../src/parts/pan";

const PANE: Pane = { width: 400, height: 300, top: 0, bottom: 0 };
const RANGE = { least: 0.5, most: 2 };
const LOOK: Look = { x: 0, y: 0, scale: 1 };

describe("a pane", () => {
  it("shows so much of the drawing", () => {
    expect(boxOf({ x: 10, y: 20, scale: 2 }, PANE)).toEqual({ x: -90, y: -55, width: 200, height: 150 });
  });

  it("shows all where there is room, and never smaller or larger than one may look", () => {
    const extent = { x: 100, y: 100, width: 800, height: 200 };
    const look = whole(extent, PANE, RANGE);
    expect(look).toEqual({ x: 500, y: 200, scale: 0.5 });
    expect(holds(boxOf(look, PANE), extent)).toBe(true);
    expect(whole({ ...extent, width: 4000 }, PANE, RANGE).scale).toBe(0.5);
    expect(whole({ ...extent, width: 10, height: 10 }, PANE, RANGE).scale).toBe(2);
  });

  it("keeps what lies over its edges free", () => {
    const pane = { ...PANE, top: 20, bottom: 80 };
    const extent = { x: 0, y: 0, width: 100, height: 200 };
    const look = whole(extent, pane, RANGE);
    expect(look.scale).toBe(1);
    expect(freeBox(look, pane)).toMatchObject({ y: 0, height: 200 });
  });

  it("follows the hand", () => {
    expect(panned({ ...LOOK, scale: 2 }, { x: 30, y: -10 })).toEqual({ x: -15, y: 5, scale: 2 });
  });

  it("zooms about the point under the finger, within the range", () => {
    const at = { x: 100, y: 50 };
    const near = zoomed(LOOK, 2, at, RANGE);
    expect(near.scale).toBe(2);
    expect({ x: near.x + at.x / near.scale, y: near.y + at.y / near.scale }).toEqual({ x: 100, y: 50 });
    expect(zoomed(near, 10, at, RANGE)).toEqual(near);
    expect(zoomed(LOOK, 0.01, at, RANGE).scale).toBe(0.5);
  });

  it("moves no more than it takes to bring something into view", () => {
    expect(reaching(LOOK, { x: -50, y: -50, width: 100, height: 100 }, PANE)).toEqual(LOOK);
    expect(reaching(LOOK, { x: 190, y: 0, width: 40, height: 10 }, PANE)).toEqual({ x: 30, y: 0, scale: 1 });
    expect(reaching(LOOK, { x: 0, y: -170, width: 10, height: 10 }, PANE)).toEqual({ x: 0, y: -20, scale: 1 });
    expect(reaching(LOOK, { x: 0, y: 140, width: 1, height: 10 }, { ...PANE, bottom: 50 }).y).toBe(50);
  });

  it("does not lose the drawing, and can show what lies at its very edge in the middle", () => {
    const extent = { x: 0, y: 0, width: 1000, height: 1000 };
    const far = kept({ x: 99999, y: -99999, scale: 1 }, extent, PANE);
    expect(far.x).toBe(1000 + 0.4 * 400 - 200);
    expect(far.y).toBe(-0.4 * 300 + 150);
    expect(kept({ x: 500, y: 500, scale: 1 }, extent, PANE)).toEqual({ x: 500, y: 500, scale: 1 });
    const small = { x: 0, y: 0, width: 300, height: 200 };
    expect(holds(boxOf(kept({ x: 150, y: 100, scale: 1 }, small, PANE), PANE), small)).toBe(true);
  });

  it("finds the box round several", () => {
    const boxes = [
      { x: 0, y: 5, width: 10, height: 10 },
      { x: 20, y: 0, width: 10, height: 5 },
    ];
    expect(around(boxes)).toEqual({ x: 0, y: 0, width: 30, height: 15 });
  });
});

describe("the eye on a drawing", () => {
  const extent = { x: 0, y: 0, width: 400, height: 300 };
  const eye = () => {
    let drawn = extent;
    const camera = new Camera(() => drawn, { ...RANGE, nearest: 3 });
    camera.fill(PANE);
    return { camera, drawn: () => drawn, grow: (box: typeof extent) => (drawn = box) };
  };

  it("begins with everything in view", () => {
    const { camera, drawn } = eye();
    expect(camera.reaches(drawn())).toBe(true);
  });

  it("stays where it is while everything is in view, and goes farther when it is not", () => {
    const { camera, drawn, grow } = eye();
    grow({ ...extent, width: 380 });
    camera.settle();
    expect(camera.scale).toBe(1);
    grow({ ...extent, width: 500 });
    expect(camera.reaches(drawn())).toBe(false);
    camera.settle();
    expect(camera.reaches(drawn())).toBe(true);
  });

  it("comes no nearer or farther by itself once somebody has chosen how near to look, until all is asked for", () => {
    const { camera, drawn, grow } = eye();
    camera.zoom(2, { x: 0, y: 0 });
    grow({ ...extent, width: 500 });
    camera.settle();
    expect([camera.scale, camera.reaches(drawn())]).toEqual([2, false]);
    camera.show({ x: 390, y: 0, width: 10, height: 10 });
    expect(camera.sees({ x: 390, y: 0, width: 10, height: 10 })).toBe(true);
    expect(camera.scale).toBe(2);
    camera.showAll();
    expect(camera.reaches(drawn())).toBe(true);
  });

  it("can look at every part of a drawing that has no room", () => {
    const { camera, grow } = eye();
    grow({ x: -2000, y: -2000, width: 4000, height: 4000 });
    for (const [x, y] of [
      [-2000, -2000],
      [1990, 1990],
      [-2000, 1990],
    ] as const) {
      camera.show({ x, y, width: 10, height: 10 });
      expect(camera.sees({ x, y, width: 10, height: 10 })).toBe(true);
    }
  });
});
