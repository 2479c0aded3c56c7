/** Where everything of a square is drawn: a window of cells with the box of cards in its middle. */

import { BOARD } from "../../wire/alarun_board";
import type { SquareView } from "../../wire/alarun";
import { BARE } from "./cards";

export const CELL = 100;
export const SIDE = 5;
/** A box of four has a free ring around it, and a box of five a strip that shows where nothing more may go. */
export const WINDOW = SIDE + 1;
export const SPAN = WINDOW * CELL;
/** A window is never smaller: a lone apprentice would be a giant. */
const SMALLEST = 4;
/** Room beside and below the window for what the lines brew. */
export const EDGE = 92;
export const ROWS = "ABCDE";
export const COLUMNS = "FGHIJ";

export interface Spot {
  x: number;
  y: number;
}
export interface Laid extends Spot {
  card: string;
}

export const keyOf = ({ x, y }: Spot): string => `${x},${y}`;

/** How many cells the window of a square is wide and high: the fewer there are, the larger they can be drawn. */
export function windowOf(square: SquareView): number {
  const { width, height } = sizeOf(square);
  return Math.min(WINDOW, Math.max(SMALLEST, Math.max(width, height) + 2));
}

/** The middle of a cell in the window of a square. */
export function middle(square: SquareView, { x, y }: Spot, window = windowOf(square)): Spot {
  const { width, height } = sizeOf(square);
  return {
    x: (x + 0.5 - square.left - width / 2 + window / 2) * CELL,
    y: (y + 0.5 - square.top - height / 2 + window / 2) * CELL,
  };
}

export function sizeOf(square: SquareView): { width: number; height: number } {
  return { width: square.cells[0]?.length ?? 1, height: square.cells.length };
}

/** What lies in a square, the apprentice too. */
export function laidIn(square: SquareView): Laid[] {
  return square.cells.flatMap((row, y) =>
    row.flatMap((card, x) => (card === BARE ? [] : [{ card, x: x + square.left, y: y + square.top }])),
  );
}

/** Every cell that the window shows, whole or in part, and whether the square may still grow there. */
export function ground(square: SquareView): (Spot & { shut: boolean })[] {
  const { width, height } = sizeOf(square);
  const window = windowOf(square);
  const shows = (first: number, size: number) => {
    const from = Math.floor(first + size / 2 - window / 2);
    const to = Math.ceil(first + size / 2 + window / 2);
    return Array.from({ length: to - from }, (_, step) => from + step);
  };
  const within = (place: number, first: number, size: number) =>
    place > first + size - 1 - SIDE && place < first + SIDE;
  return shows(square.top, height).flatMap((y) =>
    shows(square.left, width).map((x) => ({
      x,
      y,
      shut: !within(x, square.left, width) || !within(y, square.top, height),
    })),
  );
}

/** The sides of the final five by five, as far as they are settled; a line that may still move is not drawn. */
export function frame(square: SquareView): string {
  const { width, height } = sizeOf(square);
  const far = SIDE * CELL;
  const near = (SPAN - far) / 2;
  const [from, to] = [4, SPAN - 4];
  const wide = width === SIDE;
  const high = height === SIDE;
  const [top, bottom] = high ? [near, near + far] : [from, to];
  const [left, right] = wide ? [near, near + far] : [from, to];
  const sides = wide ? `M${left} ${top}V${bottom}M${right} ${top}V${bottom}` : "";
  return high ? `${sides}M${left} ${top}H${right}M${left} ${bottom}H${right}` : sides;
}

/** A row or a column that somebody looks at. */
export interface Looked {
  way: "row" | "column";
  place: number;
}

/** The cells of the run that brews a line's potion. */
export function runOf(square: SquareView, looked: Looked): Spot[] {
  const line = (looked.way === "row" ? square.rows : square.columns)[looked.place];
  if (!line || line.points === 0) return [];
  return Array.from({ length: line.cells }, (_, step) => {
    const along = line.first + step;
    return looked.way === "row"
      ? { x: square.left + along, y: square.top + looked.place }
      : { x: square.left + looked.place, y: square.top + along };
  });
}

/** Whether a line has room for one more card. */
export function hasRoom(square: SquareView, { way, place }: Looked): boolean {
  const line = way === "row" ? (square.cells[place] ?? []) : square.cells.map((row) => row[place]);
  return line.length < SIDE || line.includes(BARE);
}

/** The points of a potion one card stronger; none beyond the strongest. */
export const nextStep = (power: number): number =>
  BOARD.score.potion.slice(power + 1).find((points) => points > 0) ?? 0;
