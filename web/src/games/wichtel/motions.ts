/** How the cards came to where they lie now: flights and slides, read from what has just happened. */

import type { Scene } from "../../parts/happenings.svelte";
import type { AnyMove, WichtelView } from "../../wire/wichtel";

type Happened = Scene<WichtelView, AnyMove>["happened"];

/** Where on the table something is. */
export type Spot = `seat ${number}` | `place ${number}` | `bribe ${number}` | "left" | "right";

export interface Flight {
  /** Null for the back of a card. */
  code: string | null;
  kind: "gnome" | "event";
  from: Spot;
  to: Spot;
  delay: number;
}

/** A card that lies on a place already, and came from elsewhere. */
export interface Slide {
  place: number;
  from: Spot;
  delay: number;
}

export interface Motions {
  flights: Flight[];
  slides: Slide[];
}

const BEAT = 320;
/** How long each bribe takes to be turned up. */
export const TURNING = 420;

/** One round after the other is dealt anew: then nothing is told card by card. */
export function motionsOf(before: WichtelView, now: WichtelView, happened: Happened): Motions {
  const found: Motions = { flights: [], slides: [] };
  if (before.round !== now.round) return found;
  const drawing = before.left.draws ? "left" : "right";
  const discarding = before.left.draws ? "right" : "left";
  let delay = 0;
  for (const { move, actor, about } of happened) {
    const who: Spot = `seat ${actor}`;
    if (move?.type === "march") found.slides.push(...marched(before, now, found.flights));
    else if (move?.type === "here") {
      const place = Number(move.what);
      found.flights.push(gnome(before.village[place - 1]?.gnome ?? null, `place ${place}`, discarding, 0));
      found.slides.push({ place, from: drawing, delay: BEAT });
    } else if (move?.type === "call") {
      found.flights.push(gnome(move.what, who, discarding, 0));
      delay = BEAT;
    } else if (move?.type === "gnome" && about >= 0) {
      found.flights.push(gnome(move.what, drawing, `seat ${about}`, delay));
    } else if (move?.type === "return") {
      found.flights.push(gnome(before.offer, `seat ${before.active}`, who, 0));
      found.flights.push(gnome(move.what, who, `seat ${before.active}`, 0));
    } else if (move?.type === "put" && before.die_on !== null) {
      const place = before.die_on;
      found.flights.push(gnome(before.village[place - 1]?.gnome ?? null, `place ${place}`, who, 0));
      found.slides.push({ place, from: who, delay: 0 });
    } else if (move?.type === "bribe") {
      found.flights.push({ code: null, kind: "event", from: who, to: `bribe ${actor}`, delay: 0 });
    }
  }
  found.flights.push(...sentHome(before, now, happened));
  return found;
}

/** The bribes that do not count go back to their hands once they have all been seen. */
function sentHome(before: WichtelView, now: WichtelView, happened: Happened): Flight[] {
  if (now.briber === null || before.briber !== null) return [];
  const lay = new Map(
    before.seats.flatMap(({ bribe }, seat) => (bribe && bribe !== "?" ? [[seat, bribe] as const] : [])),
  );
  let turned = 0;
  for (const { move, about } of happened) {
    if (move?.type === "nix") lay.delete(Number(move.what));
    if (move?.type !== "turn" || move.what === null) continue;
    lay.set(about, move.what);
    turned += 1;
  }
  return [...lay]
    .filter(([seat]) => seat !== now.briber)
    .map(([seat, code]) => ({
      code,
      kind: "event",
      from: `bribe ${seat}`,
      to: `seat ${seat}`,
      delay: turned * TURNING + BEAT,
    }));
}

/** One step of the march; who stood still, or had nobody to come in, has not moved. */
function marched(before: WichtelView, now: WichtelView, flights: Flight[]): Slide[] {
  const sizes = (view: WichtelView): string => `${view.left.slots.length} ${view.right.slots.length}`;
  if (before.halt || (before.back && sizes(before) === sizes(now))) return [];
  const rightwards = before.left.draws !== before.back;
  const places = now.village.length;
  const last = rightwards ? places : 1;
  flights.push(gnome(before.village[last - 1]?.gnome ?? null, `place ${last}`, rightwards ? "right" : "left", 0));
  return now.village.map((_, at) => {
    const place = at + 1;
    const from = rightwards ? place - 1 : place + 1;
    const spot: Spot = from < 1 ? "left" : from > places ? "right" : `place ${from}`;
    return { place, from: spot, delay: 0 };
  });
}

function gnome(code: string | null, from: Spot, to: Spot, delay: number): Flight {
  return { code, kind: "gnome", from, to, delay };
}
