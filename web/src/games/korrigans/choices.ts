/** The legal moves, sorted by the thing on the table that one clicks for them. */

import type { Stage } from "..";
import type { AnyMove, KorrigansView, Ride, Sacrifice } from "../../wire/korrigans";
import { LINKS } from "./map";
import { COMPANIONS, isAnimal } from "./cards";

export type KorrigansStage = Stage<KorrigansView, AnyMove>;

export interface Option<Move = Ride> {
  action: number;
  move: Move;
}

export type PlainType = "pass" | "decline" | "end" | "stop";

export interface Choices {
  rides: Option[];
  sacrifices: Option<Sacrifice>[];
  /** By field, sun, cloud, link, korrigan (seat.number), token or seat. */
  place: Map<string, number>;
  cauldron: Map<string, number>;
  sun: Map<number, number>;
  cloud: Map<number, number>;
  troll: Map<string, number>;
  goblin: Map<string, number>;
  take: Map<string, number>;
  screen: Map<number, number>;
  /** What has only a word: pass, decline, end or stop. */
  plain: { action: number; type: PlainType }[];
}

export function choicesOf(legal: KorrigansStage["legal"]): Choices {
  const found: Choices = {
    rides: [],
    sacrifices: [],
    place: new Map(),
    cauldron: new Map(),
    sun: new Map(),
    cloud: new Map(),
    troll: new Map(),
    goblin: new Map(),
    take: new Map(),
    screen: new Map(),
    plain: [],
  };
  for (const { action, move } of legal) {
    if (move.type === "move") found.rides.push({ action, move });
    else if (move.type === "sac") found.sacrifices.push({ action, move });
    else if (move.type === "place" || move.type === "cauldron") found[move.type].set(move.field, action);
    else if (move.type === "sun") found.sun.set(move.row, action);
    else if (move.type === "cloud") found.cloud.set(move.column, action);
    else if (move.type === "troll") found.troll.set(move.link, action);
    else if (move.type === "goblin") found.goblin.set(move.korrigan, action);
    else if (move.type === "take") found.take.set(move.token, action);
    else if (move.type === "screen") found.screen.set(move.seat, action);
    else if (move.type === "pass" || move.type === "decline" || move.type === "end" || move.type === "stop")
      found.plain.push({ action, type: move.type });
  }
  return found;
}

/** The korrigan to move: the one that was picked up, or the only one that can. */
export function pickedOf(rides: Option[], chosen: number | null): number | null {
  const able = new Set(rides.map(({ move }) => move.korrigan));
  if (chosen !== null && able.has(chosen)) return chosen;
  return able.size === 1 ? [...able][0]! : null;
}

/** Every animal that a seat is seen to own; of a stash only what the viewer sees. */
export function animalsOf(view: KorrigansView, seat: number): string[] {
  const own = view.seats[seat];
  if (!own) return [];
  const backup = own.backup !== null && isAnimal(own.backup) ? [own.backup] : [];
  return [...(own.stash ?? []).filter(isAnimal), ...own.display, ...backup];
}

/** Whether riding this animal would show it for the first time. */
export function wouldShow(view: KorrigansView, seat: number, companion: string): boolean {
  const own = view.seats[seat];
  return !!own?.screen && !own.display.includes(companion) && own.backup !== companion;
}

const WALKS: Record<string, string> = { path: "hare", door: "squirrel", bridge: "mouse" };

/** The wish to ask about when somebody points at a field that cannot be reached: with the animal that comes to mind. */
export function wishFor(view: KorrigansView, korrigan: number, field: string): string {
  const start = view.seats[view.seat]?.korrigans[korrigan]?.field;
  const link = LINKS.find(({ a, b }) => (a === start && b === field) || (a === field && b === start));
  const animal = link ? WALKS[link.kind] : animalsOf(view, view.seat)[0];
  return `move ${korrigan} ${animal ?? COMPANIONS[0]} ${field}`;
}

const FROM_SUNS = 4;

/** The fields that are still possible for the Cauldron, once the rainbow has gone so far that it matters. */
export function glowing(view: KorrigansView): string[] {
  const suns = view.suns.filter((pawn) => pawn !== null).length;
  return suns >= FROM_SUNS && view.cauldron === null ? view.candidates : [];
}
