/** Where the plants of a field grow: spread evenly, away from edges and from everything that is printed. */

import { BOARD } from "../../../wire/korrigans_board";
import { inside, toEdge, whim, type Point } from "./geometry";
import { BORDERS, type Field } from "../map";

export interface Plant extends Point {
  motif: string;
  size: number;
  flip: boolean;
}

const MOTIFS = new Map<string, string>(BOARD.field_colour.map(({ name, motif }) => [name, motif]));
const TRIES = 260;

export const motifOf = (colour: string): string => MOTIFS.get(colour) ?? "";

export function scattered(field: Field, seed: number): Plant[] {
  const motif = motifOf(field.colour);
  const plants: Plant[] = [];
  const xs = field.corners.map(({ x }) => x);
  const ys = field.corners.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const at = { x: left + wide * whim(seed * 1000 + tried * 2), y: top + high * whim(seed * 1000 + tried * 2 + 1) };
    if (!inside(at, field.corners) || toEdge(at, field.corners) < 20) continue;
    if (plants.some((plant) => distance(plant, at) < 31) || taken(field, at)) continue;
    plants.push({ ...at, motif, size: 0.85 + 0.4 * whim(tried + seed), flip: whim(tried * 3 + seed) > 0.5 });
  }
  return plants;
}

const distance = (one: Point, two: Point): number => Math.hypot(one.x - two.x, one.y - two.y);

function taken(field: Field, at: Point): boolean {
  const spots = [field.menhir, field.molehill, field.pontoon].filter((spot) => spot !== null);
  return (
    distance(field.label, at) < 40 ||
    (Math.abs(at.x - field.label.x) < 62 && Math.abs(at.y - field.label.y + 38) < 16) ||
    spots.some((spot) => distance(spot, at) < 31) ||
    BORDERS.some((border) => distance(border.at, at) < 31)
  );
}
