import { placeOf } from "./map";

const CELL = /(-?\d+),(-?\d+)/g;

/** The server writes cells as q,r; on the board they are called by the row and the column at its edges. */
export function plain(text: string): string {
  return text.replace(CELL, (_, q: string, r: string) => placeOf([Number(q), Number(r)]));
}
