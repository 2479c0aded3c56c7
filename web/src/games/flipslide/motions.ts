/** How tiles and rabbits come to where they stand. */

import { move } from "../../parts/motion";
import { around, type Box } from "../../parts/pan";
import type { Scene } from "../../parts/happenings.svelte";
import type { Cell } from "../../pieces/hexes";
import type { AnyMove, FlipSlideView } from "../../wire/flipslide";
import { at, boxOf, keyOf, walk, walkedCells, type Point } from "./map";

const STEP = 120;

export const shift = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

type FlipSlideScene = Scene<FlipSlideView, AnyMove>;

/** Everything that one must see to see what happened; null where nothing lies on the board. */
export function placeOfScene({ happened, before, after }: FlipSlideScene): Box | null {
  const cells = happened.flatMap(({ move: done }): Cell[] => {
    if (done === null || !("q" in done) || done.q === null || done.r === null) return [];
    const cell = here(after, [done.q, done.r]);
    if (done.type === "to") return [cell, ...walkedCells(cell, done.path ?? "")];
    if (done.type === "jump" && before.rabbits[0]) return [before.rabbits[0], cell];
    return [cell];
  });
  return cells.length > 0 ? around(cells.map(boxOf)) : null;
}

/** Act out what happened, when the eye has come there; what a hand has just dragged lies there already. */
export function act(patch: Element, scene: FlipSlideScene, dragged: boolean, delay: number): void {
  const { happened, before, after } = scene;
  const nodeAt = (cell: Cell): Element | null => patch.querySelector(`[data-cell="${keyOf(cell)}"]`);
  let flipped: Cell | null = null;
  for (const { move: done } of happened) {
    if (done === null || !("q" in done) || done.q === null || done.r === null) {
      if (done?.type === "show" && flipped) turn(nodeAt(flipped), delay);
      continue;
    }
    const cell: Cell = [done.q, done.r];
    const node = nodeAt(cell);
    const end = here(after, cell);
    if (done.type === "flip") flipped = cell;
    if (node === null) continue;
    if (done.type === "to" && !dragged) slide(node, end, done.path ?? "", delay);
    if (done.type === "place") fall(node, at(end), delay);
    if (done.type === "jump" && before.rabbits[0]) leap(node, at(before.rabbits[0]), at(end), delay);
  }
}

/** The cell as the view writes it now. */
function here(view: FlipSlideView, cell: Cell): Cell {
  const key = keyOf(cell);
  const tile = view.tiles.find((one) => keyOf(one.cell) === key)?.cell;
  return tile ?? view.rabbits.find((one) => one && keyOf(one) === key) ?? cell;
}

function slide(node: Element, end: Cell, path: string, delay: number): void {
  const frames = walk(end, path).map((one) => ({ transform: shift(one) }));
  move(node, frames, Math.min(1100, STEP + STEP * path.length), delay);
}

function turn(node: Element | null, delay: number): void {
  const piece = node?.querySelector(".piece");
  const frames = [
    { transform: "scale(.06, 1.06)" },
    { transform: "scale(1.08, 1.04)", offset: 0.7 },
    { transform: "none" },
  ];
  if (piece) move(piece, frames, 380, delay);
}

function fall(node: Element, end: Point, delay: number): void {
  const above = { x: end.x, y: end.y - 80 };
  move(
    node,
    [
      { transform: shift(above), opacity: 0 },
      { transform: shift(end), opacity: 1 },
    ],
    320,
    delay,
  );
}

function leap(node: Element, from: Point, end: Point, delay: number): void {
  const high = 60 + Math.hypot(end.x - from.x, end.y - from.y) * 0.25;
  const frames = Array.from({ length: 13 }, (_, step) => {
    const part = step / 12;
    const x = from.x + (end.x - from.x) * part;
    const y = from.y + (end.y - from.y) * part - 4 * high * part * (1 - part);
    return { transform: shift({ x, y }) };
  });
  move(node, frames, 520, delay);
}
