/** Points, lines and boxes: what the map is made of, and nothing of the game. */

export interface Point {
  x: number;
  y: number;
}

/** The direction of a line where a point lies on it. */
export function turnAt(line: Point[], at: Point): number {
  let best = Infinity;
  let turn = 0;
  for (const [from, to] of pairs(line)) {
    const distance = toSegment(at, from, to);
    if (distance < best) {
      best = distance;
      turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    }
  }
  return turn;
}

export function pairs(line: Point[]): [Point, Point][] {
  return line.slice(1).map((to, place) => [line[place]!, to]);
}

export function toSegment(from: Point, a: Point, b: Point): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  const part = length === 0 ? 0 : ((from.x - a.x) * (b.x - a.x) + (from.y - a.y) * (b.y - a.y)) / length;
  const clamped = Math.max(0, Math.min(1, part));
  return Math.hypot(from.x - a.x - clamped * (b.x - a.x), from.y - a.y - clamped * (b.y - a.y));
}

export function inside({ x, y }: Point, corners: Point[]): boolean {
  let within = false;
  for (const [place, b] of corners.entries()) {
    const a = corners.at(place - 1)!;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)) within = !within;
  }
  return within;
}

export function toEdge(from: Point, corners: Point[]): number {
  return Math.min(...corners.map((b, place) => toSegment(from, corners.at(place - 1)!, b)));
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const boxAt = ({ x, y }: Point, wide: number, above: number, below: number): Box => ({
  left: x - wide,
  right: x + wide,
  top: y - above,
  bottom: y + below,
});

export function overlap(one: Box, two: Box): number {
  const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

export const outline = (corners: Point[]): string => corners.map(({ x, y }) => `${x},${y}`).join(" ");

/** A line with rounded corners. */
export function rounded(line: Point[], radius: number): string {
  let path = `M${line[0]!.x} ${line[0]!.y}`;
  for (let place = 1; place < line.length - 1; place += 1) {
    const [before, here, after] = [line[place - 1]!, line[place]!, line[place + 1]!];
    const into = towards(here, before, radius);
    const out = towards(here, after, radius);
    path += `L${into.x.toFixed(1)} ${into.y.toFixed(1)}Q${here.x} ${here.y} ${out.x.toFixed(1)} ${out.y.toFixed(1)}`;
  }
  return `${path}L${line.at(-1)!.x} ${line.at(-1)!.y}`;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(0.5, distance / length);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Points along a line, evenly. */
export function along(line: Point[], gap: number): Point[] {
  const found: Point[] = [line[0]!];
  for (const [from, to] of pairs(line)) {
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / gap));
    for (let step = 1; step <= steps; step += 1)
      found.push({ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps });
  }
  return found;
}

/** A number from 0 to 1 that looks like chance and is the same for everybody. */
export function whim(seed: number): number {
  const wave = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return wave - Math.floor(wave);
}
