/** The recruitment of this turn as it was seen, kept until the next march: the position itself forgets it at once. */

import type { Scene } from "../../../parts/happenings.svelte";
import type { AnyMove, WichtelView } from "../../../wire/wichtel";
import { event, FREE_ROLL_NEED } from "../cards";

export interface LaidBribe {
  seat: number;
  /** Null while it lies face down. */
  card: string | null;
  nixed: boolean;
}

export interface Bargain {
  place: number;
  gnome: string;
  active: number;
  bribes: LaidBribe[];
  /** The seat whose bribe counts, once that is settled. */
  counts: number | null;
  settled: boolean;
  rolls: number[];
  taker: number | null;
  /** The cards that were turned up with the last news, so that they are turned one by one. */
  turned: number[];
  /** Whether the last roll is news. */
  rolled: boolean;
}

/** What must be rolled once it is settled; null when no die is needed. */
export function needOf(bargain: Bargain): number | null {
  if (!bargain.settled) return null;
  const counting = bargain.bribes.find((bribe) => bribe.seat === bargain.counts);
  return counting?.card ? event(counting.card).need : FREE_ROLL_NEED;
}

/** The story as the position alone tells it, for whoever has just come. */
export function fromView(view: WichtelView): Bargain | null {
  const gnome = view.die_on === null ? null : view.village[view.die_on - 1]?.gnome;
  if (view.die_on === null || !gnome || !BARGAINING.has(view.phase)) return null;
  const bribes = view.seats.flatMap(({ bribe }, seat) =>
    bribe === null ? [] : [{ seat, card: bribe === "?" ? null : bribe, nixed: false }],
  );
  if (view.briber !== null && !bribes.some(({ seat }) => seat === view.briber)) {
    bribes.push({ seat: view.briber, card: view.bribe, nixed: false });
  }
  return {
    place: view.die_on,
    gnome,
    active: view.active,
    bribes,
    counts: view.briber,
    settled: SETTLED.has(view.phase),
    rolls: view.rolled === null ? [] : [view.rolled],
    taker: view.phase === "replace" ? view.asked : null,
    turned: [],
    rolled: false,
  };
}

const BARGAINING = new Set(["bribe", "nix", "turn", "roll", "look", "give", "replace"]);
const SETTLED = new Set(["roll", "look", "give", "replace", "claim"]);

/** The story after something more has happened. */
export function goOn(
  bargain: Bargain | null,
  { happened, before, after: view }: Pick<Scene<WichtelView, AnyMove>, "happened" | "before" | "after">,
): Bargain | null {
  let now: Bargain | null = bargain && {
    ...bargain,
    bribes: bargain.bribes.map((bribe) => ({ ...bribe })),
    rolls: [...bargain.rolls],
    turned: [],
    rolled: false,
  };
  for (const { move, actor, about } of happened) {
    if (move?.type === "recruit") {
      const place = Number(move.what);
      const village = view.die_on === place ? view.village : before.village;
      now = begun(place, village[place - 1]?.gnome ?? "", actor);
    } else if (move?.type === "march" || move?.type === "judge" || move?.type === "hand") now = null;
    if (now === null) continue;
    const mine: Bargain = now;
    if (move?.type === "bribe") mine.bribes.push({ seat: actor, card: move.what, nixed: false });
    else if (move?.type === "turn") {
      const laid = mine.bribes.find((bribe) => bribe.seat === about);
      if (laid) laid.card = move.what;
      mine.turned.push(about);
    } else if (move?.type === "nix") {
      const laid = mine.bribes.find((bribe) => bribe.seat === Number(move.what));
      if (laid) laid.nixed = true;
    } else if (move?.type === "roll") {
      mine.rolls.push(Number(move.what));
      mine.rolled = true;
      mine.settled = true;
    } else if (move?.type === "give") mine.taker = Number(move.what);
    else if (move?.type === "put") mine.taker = actor;
  }
  if (now === null) return fromView(view);
  if (view.briber !== null) now.counts = view.briber;
  if (SETTLED.has(view.phase) && view.die_on === now.place) now.settled = true;
  if (view.phase === "replace") now.taker = view.asked;
  return now;
}

function begun(place: number, gnome: string, active: number): Bargain {
  return {
    place,
    gnome,
    active,
    bribes: [],
    counts: null,
    settled: false,
    rolls: [],
    taker: null,
    turned: [],
    rolled: false,
  };
}
