/** Room on a field: where its name is written and where figures stand without hiding what matters. */

import { boxAt, inside, overlap, toEdge, type Box, type Point } from "./geometry";
import type { Border, Field } from "../map";

/** A field before anybody stands on it. */
type Bare = Omit<Field, "slots" | "title">;

/** The room that a seat's two figures take, side by side. */
export const figureBox = (feet: Point): Box => boxAt(feet, 27, 50, 6);
export const cloverBox = (label: Point): Box => boxAt(label, 26, 26, 32);

const LETTER = 4.7;
const nameBox = (label: Point, name: string): Box =>
  boxAt({ x: label.x, y: label.y - 38 }, LETTER * name.length, 13, 6);

export function titleOf(field: Bare, links: Border[], side: number): string[] {
  const box = nameBox(field.label, field.name);
  const symbols = [field.menhir, field.molehill].filter((spot) => spot !== null).map((spot) => boxAt(spot, 14, 22, 14));
  const doors = links.map(({ at }) => boxAt(at, 13, 13, 13));
  const free = ![...symbols, ...doors].some((other) => overlap(box, other) > 60);
  return free && box.left > 0 && box.right < side ? [field.name] : field.name.split(" ");
}

/** What is printed on a field and should not be stood on, with how much it matters. */
function printed(field: Bare, lines: number, links: Border[]): [Box, number][] {
  const boxes: [Box, number][] = [
    [cloverBox(field.label), 9],
    [boxAt({ x: field.label.x, y: field.label.y - 38 - 9 * (lines - 1) }, 45, 22, 8), 0.7],
  ];
  if (field.menhir) boxes.push([boxAt(field.menhir, 13, 26, 18), 2.5]);
  if (field.molehill) boxes.push([boxAt(field.molehill, 24, 16, 16), 2]);
  if (field.pontoon) boxes.push([boxAt(field.pontoon, 20, 16, 16), 2]);
  for (const { a, b, at } of links) if (a === field.id || b === field.id) boxes.push([boxAt(at, 22, 22, 22), 2]);
  return boxes;
}

const MOST_SEATS = 5;
const STEP = 6;

/** Five places for figures, each where it hides least of what is printed and of those before it. */
export function slotsOf(field: Bare, lines: number, links: Border[], stand: Point): Point[] {
  const boxes = printed(field, lines, links);
  const xs = field.corners.map(({ x }) => x);
  const ys = field.corners.map(({ y }) => y);
  const ground: { feet: Point; box: Box; cost: number }[] = [];
  for (let x = Math.min(...xs); x <= Math.max(...xs); x += STEP)
    for (let y = Math.min(...ys); y <= Math.max(...ys); y += STEP) {
      const feet = { x, y };
      const edge = inside(feet, field.corners) ? toEdge(feet, field.corners) : 0;
      if (edge <= 7) continue;
      const box = figureBox(feet);
      const hidden = boxes.reduce((sum, [other, weight]) => sum + weight * overlap(box, other), 0);
      const out = (high: number): boolean => !inside({ x, y: y - high }, field.corners);
      const leaning = (out(28) ? 2200 : 0) + (out(46) ? 1100 : 0) + (y < 55 ? 4000 : 0);
      ground.push({ feet, box, cost: hidden + leaning - 45 * Math.min(18, edge) });
    }
  const slots: Point[] = [];
  while (slots.length < MOST_SEATS) {
    const first = slots[0] ?? stand;
    const taken = slots.map(figureBox);
    let best = { feet: stand, cost: Infinity };
    for (const { feet, box, cost } of ground) {
      const crowd = taken.reduce((sum, other) => sum + 7 * overlap(box, other), 0);
      const whole = cost + crowd + Math.hypot(feet.x - first.x, feet.y - first.y);
      if (whole < best.cost) best = { feet, cost: whole };
    }
    slots.push(best.feet);
  }
  return slots;
}
