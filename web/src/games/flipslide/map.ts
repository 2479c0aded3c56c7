/** The patch as it is drawn: cells, neighbours, ways and runs of successive colours. */

import { around, type Box } from "../../parts/pan";
import { centre, type Cell } from "../../pieces/hexes";
import { BOARD } from "../../wire/flipslide_board";
import type { FlipSlideView, Tile } from "../../wire/flipslide";

/** From a hexagon's centre to its corner. */
export const SIZE = 44;
export const WIDE = SIZE * Math.sqrt(3);
/** From row to row. */
export const ROW = SIZE * 1.5;
/** The server's plane is wound up: cells that differ by this much in q or r are the same one. */
const ROUND = 64;
const HALF = ROUND / 2;
const CELLS = ROUND * ROUND;

export const RAINBOW: readonly string[] = BOARD.rainbow.colours;
const DIRECTIONS: readonly Cell[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

const wound = (number: number): number => ((number % ROUND) + ROUND) % ROUND;

/** Rows and columns are counted from the patch as it first lay, with some room around it; farther out comes a minus. */
const SPARE = 4;
const FIRST_ROW = Math.min(...BOARD.patch.leaf_centres.map(([, r]) => r)) - 1 - SPARE;
const FIRST_COLUMN = Math.min(...BOARD.patch.leaf_centres.map(([q, r]) => 2 * q + r)) - 2 - SPARE;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A name for a cell that is the same however far the patch has drifted. */
export function keyOf([q, r]: Cell): string {
  return `${wound(q)},${wound(r)}`;
}

export interface Point {
  x: number;
  y: number;
}

export const at = (cell: Cell): Point => centre(cell, SIZE);

/** The cell under a point. */
export function cellAt({ x, y }: Point): Cell {
  const r = y / (SIZE * 1.5);
  const q = x / (SIZE * Math.sqrt(3)) - r / 2;
  let roundQ = Math.round(q);
  let roundR = Math.round(r);
  const s = -q - r;
  const roundS = Math.round(s);
  const [awayQ, awayR, awayS] = [Math.abs(roundQ - q), Math.abs(roundR - r), Math.abs(roundS - s)];
  if (awayQ > awayR && awayQ > awayS) roundQ = -roundR - roundS;
  else if (awayR > awayS) roundR = -roundQ - roundS;
  return [roundQ, roundR];
}

/** The cells of a slide that ends on a cell, from its beginning on. */
export function walkedCells(end: Cell, path: string): Cell[] {
  const cells: Cell[] = [end];
  let [q, r] = end;
  for (const digit of [...path].reverse()) {
    const step = DIRECTIONS[Number(digit)] ?? [0, 0];
    q -= step[0];
    r -= step[1];
    cells.unshift([q, r]);
  }
  return cells;
}

export const walk = (end: Cell, path: string): Point[] => walkedCells(end, path).map(at);

export function touches(one: Cell, other: Cell): boolean {
  return DIRECTIONS.some(([q, r]) => one[0] + q === other[0] && one[1] + r === other[1]);
}

/** A tile, or the rabbit of a seat, on its cell. */
export interface Lying {
  key: string;
  cell: Cell;
  colour: string | null;
  seat: number | null;
}

export function lyingOn(view: FlipSlideView): { tiles: Lying[]; rabbits: Lying[] } {
  return {
    tiles: view.tiles.map(({ cell, colour }) => ({ key: keyOf(cell), cell, colour, seat: null })),
    rabbits: view.rabbits.flatMap((cell, seat) => (cell ? [{ key: keyOf(cell), cell, colour: null, seat }] : [])),
  };
}

/** Two touching tiles of successive colours, the earlier colour first. */
export interface Link {
  from: Tile;
  to: Tile;
  /** Whether it belongs to the longest run. */
  best: boolean;
}

/** Every pair of touching tiles of successive colours, and the colours of the longest run. */
export function runs(view: FlipSlideView): { links: Link[]; longest: string[] } {
  const level = (tile: Tile): number => (tile.colour === null ? -1 : RAINBOW.indexOf(tile.colour));
  const up = view.tiles.filter((tile) => tile.colour !== null).sort((a, b) => level(b) - level(a));
  const next = new Map<Tile, Tile[]>();
  const length = new Map<Tile, number>();
  for (const tile of up) {
    const after = up.filter((other) => level(other) === level(tile) + 1 && touches(tile.cell, other.cell));
    next.set(tile, after);
    length.set(tile, 1 + Math.max(0, ...after.map((other) => length.get(other) ?? 0)));
  }
  const longest = Math.max(0, ...length.values());
  const best = new Set<Tile>();
  let tile = up.find((one) => length.get(one) === longest);
  while (tile !== undefined) {
    best.add(tile);
    const due: number = (length.get(tile) ?? 0) - 1;
    tile = next.get(tile)?.find((other) => length.get(other) === due);
  }
  const links = up.flatMap((from) =>
    (next.get(from) ?? []).map((to) => ({ from, to, best: longest > 2 && best.has(from) && best.has(to) })),
  );
  return { links, longest: [...best].map((one) => one.colour ?? "") };
}

/** The box of a cell in the drawing. */
export function boxOf(cell: Cell): Box {
  const { x, y } = at(cell);
  return { x: x - WIDE / 2, y: y - SIZE, width: WIDE, height: SIZE * 2 };
}

/** The patch with all the cells round it: wherever anything may go, it goes there. */
export function extentOf(view: FlipSlideView): Box {
  const cells = [...view.tiles.map((tile) => tile.cell), ...view.rabbits.filter((cell) => cell !== null)];
  const { x, y, width, height } = around(cells.map(boxOf));
  return { x: x - WIDE, y: y - ROW, width: width + 2 * WIDE, height: height + 2 * ROW };
}

/** A row as it is called at the edge of the pane: A, B ... Z, AA; above A -A, -B. */
export function rowName(r: number): string {
  const row = r - FIRST_ROW;
  if (row < 0) return `-${rowName(FIRST_ROW - 1 - row)}`;
  return `${LETTERS[Math.floor(row / LETTERS.length) - 1] ?? ""}${LETTERS[row % LETTERS.length]}`;
}

/** A column as it is called at the edge of the pane: half a cell wide, so that every cell of a row has one. */
export function columnName(column: number): number {
  return column - FIRST_COLUMN + 1;
}

/** What a cell is called on the board and in every sentence: its row and its column, by the name that it has on the wound-up plane. */
export function placeOf([q, r]: Cell): string {
  const number = (((ROUND * (q + HALF) + r + HALF) % CELLS) + CELLS) % CELLS;
  const row = (number % ROUND) - HALF;
  return `${rowName(row)}${columnName(2 * (Math.floor(number / ROUND) - HALF) + row)}`;
}
