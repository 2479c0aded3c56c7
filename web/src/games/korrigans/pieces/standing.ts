/** Where each korrigan is drawn: those of a seat side by side, seats on the field's places one after the other. */

import type { KorrigansView } from "../../../wire/korrigans";
import { type Point } from "./geometry";
import { fieldOf } from "../map";

export interface Standing extends Point {
  key: string;
  seat: number;
  number: number;
  field: string;
  bears: string | null;
  size: number;
}

const APART = 13;

export function standings(view: KorrigansView, small: boolean): Standing[] {
  const found: Standing[] = [];
  for (const { field } of view.fields) {
    const here = view.seats.flatMap(({ korrigans }, seat) =>
      korrigans.some((one) => one.field === field) ? [seat] : [],
    );
    // Whoever looks finds its own at the first place.
    here.sort((one, other) => Number(other === view.seat) - Number(one === view.seat));
    const size = here.length > 3 ? (small ? 0.95 : 0.84) : (small ? 1.3 : 1.06) * (here.length > 2 ? 0.92 : 1);
    for (const [place, seat] of here.entries()) {
      const own = view.seats[seat]!.korrigans;
      const both = own.every((one) => one.field === field);
      const slot = fieldOf(field).slots[place]!;
      for (const [number, korrigan] of own.entries()) {
        if (korrigan.field !== field) continue;
        const off = both ? (number === 0 ? -APART : APART) * size : 0;
        found.push({
          key: `${seat}.${number}`,
          seat,
          number,
          field,
          bears: korrigan.bears,
          x: slot.x + off,
          y: slot.y + (both && number === 1 ? 3 : 0),
          size,
        });
      }
    }
  }
  // Whoever stands nearer is drawn later, and one's own last of all.
  const own = ({ seat }: Standing): number => Number(seat === view.seat);
  return found.sort((one, other) => own(one) - own(other) || one.y - other.y);
}
