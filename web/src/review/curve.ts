/** The numbers behind the drawn curve: where everything lies, and how many moves a moment is old. */

import type { Between, CurvePoint, MatchReview } from "../wire/messages";

export const CHANCE = -1;

/** How the line of each seat is broken, so that no colour is needed to tell them apart. */
export const DASHES = ["none", "9 4", "2.5 4", "12 4 2.5 4", "5 3"] as const;

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How many moves people and bots had made when a match had had so many actions, from none on. */
export function movesByPly(deciders: number[]): number[] {
  const moves = [0];
  for (const decider of deciders) moves.push(moves.at(-1)! + (decider === CHANCE ? 0 : 1));
  return moves;
}

/** Who made the last move before a ply; nobody at the beginning. */
export function moverBefore(deciders: number[], ply: number): number | null {
  return deciders.slice(0, ply).findLast((decider) => decider !== CHANCE) ?? null;
}

/** The moment of the curve at which a decision was still to be made. */
export function momentBefore(curve: CurvePoint[], ply: number): number {
  return Math.max(
    0,
    curve.findLastIndex((point) => point.ply <= ply),
  );
}

/** Every moment has the same room, however many cards were dealt in it; a ply between two of them lies between. */
export function xOf(frame: Frame, curve: CurvePoint[], ply: number): number {
  const before = momentBefore(curve, ply);
  const from = curve[before]!.ply;
  const to = curve[before + 1]?.ply ?? from;
  const place = before + (to > from ? (ply - from) / (to - from) : 0);
  return frame.left + ((frame.width - frame.left - frame.right) * place) / Math.max(curve.length - 1, 1);
}

export function yOf(frame: Frame, chance: number): number {
  return frame.top + (frame.height - frame.top - frame.bottom) * (1 - chance);
}

type Place = [x: number, y: number];

function path(places: Place[]): string {
  return places.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The line of a seat, and the band of its intervals. */
export function drawn(frame: Frame, curve: CurvePoint[], seat: number): { line: string; band: string } {
  const at = (value: (chance: Between) => number): Place[] =>
    curve.map(({ ply, chances }) => [xOf(frame, curve, ply), yOf(frame, value(chances[seat]!))]);
  const above = at(({ high }) => high);
  const below = at(({ low }) => low).reverse();
  return { line: path(at(({ mean }) => mean)), band: `${path([...above, ...below])}Z` };
}

/** The moment that lies nearest to a place from left to right. */
export function nearest(frame: Frame, curve: CurvePoint[], x: number): number {
  const far = curve.map(({ ply }) => Math.abs(xOf(frame, curve, ply) - x));
  return far.indexOf(Math.min(...far));
}

/** Round numbers of moves for the foot of the drawing, each with the ply after that move; the last is the end. */
export function ticks(moves: number[], most: number): { move: number; ply: number }[] {
  const last = moves.at(-1) ?? 0;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => last / step <= most) ?? last;
  const round = Array.from({ length: Math.floor(last / step) + 1 }, (_, place) => place * step);
  const clear = round.filter((move) => last - move >= step * 0.9);
  const found = clear.map((move) => ({ move, ply: moves.indexOf(move) }));
  return [...found, { move: last, ply: moves.length - 1 }];
}

/** The same heights, moved apart as far as marks need it and kept inside. */
export function apart(heights: number[], gap: number, lowest: number): number[] {
  const order = heights.map((_, place) => place).sort((a, b) => heights[a]! - heights[b]!);
  const found = [...heights];
  order.forEach((place, rank) => {
    if (rank > 0) found[place] = Math.max(found[place]!, found[order[rank - 1]!]! + gap);
  });
  order.toReversed().forEach((place, rank) => {
    found[place] = Math.min(found[place]!, lowest - rank * gap);
  });
  return found;
}

/** Where the numbers of the turning points are drawn: each at its moment and its seat's chance, none over another. */
export function numbers(frame: Frame, review: MatchReview, size: number): { x: number; y: number }[] {
  const taken: { x: number; y: number }[] = [];
  for (const { ply, seat } of review.turning_points) {
    const { chances } = review.curve[momentBefore(review.curve, ply)]!;
    const x = Math.max(xOf(frame, review.curve, ply), frame.left + size / 2);
    const line = yOf(frame, chances[seat]!.mean);
    const free = [0, size, -size, 2 * size, -2 * size, 3 * size].map((step) => line + step);
    const fits = (y: number): boolean =>
      y >= frame.top &&
      y <= frame.height - frame.bottom &&
      taken.every((other) => Math.abs(other.x - x) >= size || Math.abs(other.y - y) >= size);
    taken.push({ x, y: free.find(fits) ?? line });
  }
  return taken;
}
