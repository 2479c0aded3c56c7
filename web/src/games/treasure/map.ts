/** Where everything lies on the drawn map. On an upright screen the map is turned by a quarter. */

import { BOARD } from "../../wire/treasure_board";

export interface Point {
  x: number;
  y: number;
}

export const TREASURE = BOARD.track.treasure;
export const FEATHERS = new Set<number>(BOARD.track.feathers);
export const WHIRLS = new Set<number>(BOARD.track.whirls);

const { width, centres } = BOARD.drawing;

export interface TrackMap {
  at(square: number): Point;
  box: string;
  left: number;
  wide: number;
  high: number;
  dice: Point;
  /** The path under the squares. */
  ribbon: string;
}

function mapOf(turned: boolean): TrackMap {
  const points = centres.map(([x, y]) => (turned ? { x: y, y: width - x } : { x, y }));
  return {
    at: (square) => points[square] ?? points[0]!,
    box: turned ? "44 70 786 1096" : "28 14 1084 820",
    left: turned ? 44 : 28,
    ...(turned ? { wide: 786, high: 1096 } : { wide: 1084, high: 820 }),
    dice: turned ? { x: 92, y: 1112 } : { x: 906, y: 778 },
    ribbon: smooth(points),
  };
}

export const FLAT = mapOf(false);
export const TURNED = mapOf(true);

export const scaleOf = ({ wide, high }: TrackMap, room: { wide: number; high: number }): number =>
  Math.min(room.wide / wide, room.high / high);

/** The map as it gets larger in the room that there is: lying, or turned upright. */
export function mapFor(room: { wide: number; high: number }): TrackMap {
  return scaleOf(TURNED, room) > scaleOf(FLAT, room) ? TURNED : FLAT;
}

/** A smooth line through points (Catmull and Rom's, written as Bézier pieces). */
export function smooth(points: Point[]): string {
  let line = `M${points[0]!.x} ${points[0]!.y}`;
  for (let place = 0; place < points.length - 1; place += 1) {
    const before = points[Math.max(0, place - 1)]!;
    const from = points[place]!;
    const to = points[place + 1]!;
    const after = points[Math.min(points.length - 1, place + 2)]!;
    const first = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const second = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    line += `C${first.x.toFixed(1)} ${first.y.toFixed(1)} ${second.x.toFixed(1)} ${second.y.toFixed(1)} ${to.x} ${to.y}`;
  }
  return line;
}

/** The way of one move along the track; backwards and on the spot it is a straight line. */
export function way(map: TrackMap, from: number, to: number): string {
  const squares = Array.from({ length: Math.max(2, to - from + 1) }, (_, step) =>
    step === 0 ? from : Math.min(from + step, to),
  );
  return smooth(squares.map((square) => map.at(square)));
}

/** How wide a figure's place is when it shares a square: side by side, so that each can be seen and touched. */
export const SHARED = 34;

/** Where each figure on a square stands: those who share it stand in a row, and none beside the map. */
export function standAt(map: TrackMap, square: number, place: number, count: number, apart: number): Point {
  const { x, y } = map.at(square);
  const treasure = square === TREASURE;
  const wide = treasure ? Math.max(2 * SHARED, apart) : apart;
  const half = (count * wide) / 2;
  const middle = Math.max(map.left + half, Math.min(map.left + map.wide - half, x));
  return { x: middle + (place - (count - 1) / 2) * wide, y: y + 10 + (treasure ? SHARED : 0) };
}

const NAMES = new Map<string, string>(BOARD.colour.map((one) => [one.code, one.name]));

/** A card's code, like B3, taken apart. */
export function cardOf(code: string): { colour: string; mark: number } {
  return { colour: NAMES.get(code[0] ?? "") ?? "", mark: Number(code[1] ?? 0) };
}

export function colourOf(code: string): string {
  return NAMES.get(code) ?? code;
}

/** A throw of the dice: those that lay there before, and after how many milliseconds it comes. */
export interface Throw {
  before: [number, number] | null;
  after: number;
}
