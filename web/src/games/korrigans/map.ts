/** Where everything lies on the drawn map: the board's own numbers, a hundred to the unit. */

import { BOARD } from "../../wire/korrigans_board";

export interface Point {
  x: number;
  y: number;
}

type Pair = readonly [number, number];

interface PrintedField {
  id: string;
  name: string;
  colour: string;
  start: number;
  polygon: readonly Pair[];
  label: Pair;
  stand: Pair;
  menhir_at?: Pair;
  start_at?: Pair;
  molehill_at?: Pair;
  pontoon_at?: Pair;
}

interface PrintedBorder {
  a: string;
  b: string;
  kind: string;
  line: readonly Pair[];
  at: Pair;
}

export const UNIT = 100;
export const SIDE = 7 * UNIT;
const point = ([x, y]: Pair): Point => ({ x: x * UNIT, y: y * UNIT });
const maybe = (pair: Pair | undefined): Point | null => (pair ? point(pair) : null);

export interface Field {
  id: string;
  name: string;
  colour: string;
  start: number;
  corners: Point[];
  label: Point;
  menhir: Point | null;
  molehill: Point | null;
  pontoon: Point | null;
  startAt: Point | null;
  /** The name in one line, or in two where one would run into something. */
  title: string[];
  /** Where the figures of the first, second, … seat on this field stand, feet on the ground. */
  slots: Point[];
}

export interface Border {
  /** As the Troll's moves call it. */
  link: string;
  a: string;
  b: string;
  kind: string;
  line: Point[];
  at: Point;
  /** The direction of the line at `at`, in degrees. */
  turn: number;
}

export const BORDERS: Border[] = (BOARD.border as readonly PrintedBorder[]).map((border) => {
  const line = border.line.map(point);
  const at = point(border.at);
  return {
    link: `${border.a}-${border.b}`,
    a: border.a,
    b: border.b,
    kind: border.kind,
    line,
    at,
    turn: turnAt(line, at),
  };
});
export const LINKS = BORDERS.filter(({ kind }) => kind === "path" || kind === "door" || kind === "bridge");
const LINK_OF = new Map(LINKS.map((border) => [border.link, border]));

/** The direction of a line where a point lies on it. */
function turnAt(line: Point[], at: Point): number {
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

function pairs(line: Point[]): [Point, Point][] {
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

const boxAt = ({ x, y }: Point, wide: number, above: number, below: number): Box => ({
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

/** The room that a seat's two figures take, side by side. */
export const figureBox = (feet: Point): Box => boxAt(feet, 27, 50, 6);
export const cloverBox = (label: Point): Box => boxAt(label, 26, 26, 32);

const LETTER = 4.7;
const nameBox = (label: Point, name: string): Box =>
  boxAt({ x: label.x, y: label.y - 38 }, LETTER * name.length, 13, 6);

function titleOf(field: Pick<Field, "name" | "label" | "menhir" | "molehill" | "pontoon">): string[] {
  const box = nameBox(field.label, field.name);
  const symbols = [field.menhir, field.molehill].filter((spot) => spot !== null).map((spot) => boxAt(spot, 14, 22, 14));
  const doors = LINKS.map(({ at }) => boxAt(at, 13, 13, 13));
  const free = ![...symbols, ...doors].some((other) => overlap(box, other) > 60);
  return free && box.left > 0 && box.right < SIDE ? [field.name] : field.name.split(" ");
}

/** What is printed on a field and should not be stood on, with how much it matters. */
function printed(field: Omit<Field, "slots">): [Box, number][] {
  const boxes: [Box, number][] = [
    [cloverBox(field.label), 9],
    [boxAt({ x: field.label.x, y: field.label.y - 38 - 9 * (field.title.length - 1) }, 45, 22, 8), 0.7],
  ];
  if (field.menhir) boxes.push([boxAt(field.menhir, 13, 26, 18), 2.5]);
  if (field.molehill) boxes.push([boxAt(field.molehill, 24, 16, 16), 2]);
  if (field.pontoon) boxes.push([boxAt(field.pontoon, 20, 16, 16), 2]);
  for (const border of BORDERS)
    if (border.a === field.id || border.b === field.id) {
      const symbol = border.kind === "hedge" || border.kind === "water" ? 0 : 2;
      if (symbol) boxes.push([boxAt(border.at, 22, 22, 22), symbol]);
    }
  return boxes;
}

const MOST_SEATS = 5;
const STEP = 5;

/** Five places for figures, each where it hides least of what is printed and of those before it. */
function slotsOf(field: Omit<Field, "slots">, stand: Point): Point[] {
  const boxes = printed(field);
  const xs = field.corners.map(({ x }) => x);
  const ys = field.corners.map(({ y }) => y);
  const ground: Point[] = [];
  for (let x = Math.min(...xs); x <= Math.max(...xs); x += STEP)
    for (let y = Math.min(...ys); y <= Math.max(...ys); y += STEP) {
      const feet = { x, y };
      if (inside(feet, field.corners) && toEdge(feet, field.corners) > 7) ground.push(feet);
    }
  const slots: Point[] = [];
  while (slots.length < MOST_SEATS) {
    const cost = (feet: Point): number => {
      const box = figureBox(feet);
      const hidden = boxes.reduce((sum, [other, weight]) => sum + weight * overlap(box, other), 0);
      const crowd = slots.reduce((sum, other) => sum + 7 * overlap(box, figureBox(other)), 0);
      const near = Math.hypot(feet.x - (slots[0] ?? stand).x, feet.y - (slots[0] ?? stand).y);
      const out = (high: number): boolean => !inside({ x: feet.x, y: feet.y - high }, field.corners);
      const leaning = (out(28) ? 2200 : 0) + (out(46) ? 1100 : 0) + (feet.y < 55 ? 4000 : 0);
      return hidden + crowd + leaning + near - 45 * Math.min(18, toEdge(feet, field.corners));
    };
    slots.push(ground.reduce((best, feet) => (cost(feet) < cost(best) ? feet : best)));
  }
  return slots;
}

export const FIELDS: Field[] = (BOARD.field as readonly PrintedField[]).map((field) => {
  const bare = {
    id: field.id,
    name: field.name,
    colour: field.colour,
    start: field.start,
    corners: field.polygon.map(point),
    label: point(field.label),
    menhir: maybe(field.menhir_at),
    molehill: maybe(field.molehill_at),
    pontoon: maybe(field.pontoon_at),
    startAt: maybe(field.start_at),
  };
  const titled = { ...bare, title: titleOf(bare) };
  return { ...titled, slots: slotsOf(titled, point(field.stand)) };
});
const FIELD_OF = new Map(FIELDS.map((field) => [field.id, field]));

export function fieldOf(id: string): Field {
  return FIELD_OF.get(id) ?? FIELDS[0]!;
}

export function linkOf(name: string): Border | null {
  return LINK_OF.get(name) ?? null;
}

export function fieldAt(where: Point): Field | null {
  return FIELDS.find(({ corners }) => inside(where, corners)) ?? null;
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

export const WATER = (BOARD.river.line as readonly Pair[]).map(point);
export const RIVER = rounded(WATER, 24);

/** The nearest water, for a jetty to reach. */
export function nearestWater(from: Point): Point {
  let best = WATER[0]!;
  for (const [a, b] of pairs(WATER))
    for (let part = 0; part <= 1; part += 0.05) {
      const here = { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
      if (Math.hypot(here.x - from.x, here.y - from.y) < Math.hypot(best.x - from.x, best.y - from.y)) best = here;
    }
  return best;
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

/** How a korrigan gets from field to field: on foot through the link, by air or under the ground straight. */
export function ride(from: Point, to: Point, companion: string, start: string, end: string): Point[] {
  if (companion !== "hare" && companion !== "squirrel" && companion !== "mouse") return [from, to];
  const link = LINKS.find(({ a, b }) => (a === start && b === end) || (a === end && b === start));
  return link ? [from, { x: link.at.x, y: link.at.y + 14 }, to] : [from, to];
}
