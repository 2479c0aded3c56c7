/** Where everything lies on the drawn map: the board's own numbers, a hundred to the unit. */

import { BOARD } from "../../wire/korrigans_board";
import { inside, pairs, rounded, turnAt, type Point } from "./pieces/geometry";
import { slotsOf, titleOf } from "./pieces/room";

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
  const title = titleOf(bare, LINKS, SIDE);
  return { ...bare, title, slots: slotsOf(bare, title.length, LINKS, point(field.stand)) };
});
const FIELD_OF = new Map(FIELDS.map((field) => [field.id, field]));

export function fieldOf(id: string): Field {
  return FIELD_OF.get(id) ?? FIELDS[0]!;
}

export function linkOf(name: string): Border | null {
  return LINK_OF.get(name) ?? null;
}

/** A field that a link leads to. */
export function neighbourOf(id: string): string {
  const link = LINKS.find(({ a, b }) => a === id || b === id);
  return link?.a === id ? link.b : (link?.a ?? id);
}

export function fieldAt(where: Point): Field | null {
  return FIELDS.find(({ corners }) => inside(where, corners)) ?? null;
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

/** How a korrigan gets from field to field: on foot through the link, by air or under the ground straight. */
export function ride(from: Point, to: Point, companion: string, start: string, end: string): Point[] {
  if (companion !== "hare" && companion !== "squirrel" && companion !== "mouse") return [from, to];
  const link = LINKS.find(({ a, b }) => (a === start && b === end) || (a === end && b === start));
  return link ? [from, { x: link.at.x, y: link.at.y + 14 }, to] : [from, to];
}
