/** What may be chosen now, found by the thing on the table that one touches. */

import type { Stage } from "..";
import type { AnyMove, WichtelView } from "../../wire/wichtel";

export type WichtelStage = Stage<WichtelView, AnyMove>;
type Legal = WichtelStage["legal"];

/** Moves that concern nothing in particular, each with a button of its own. */
export const PLAIN = ["march", "pass", "back", "halt", "look", "continue", "judge", "done", "free"] as const;
export type PlainMove = (typeof PLAIN)[number];

export interface Choices {
  plain: Map<PlainMove, number>;
  call: Map<string, number>;
  /** By seat, then by gnome. */
  swap: Map<number, Map<string, number>>;
  returns: Map<string, number>;
  puts: Map<string, number>;
  recruit: Map<number, number>;
  here: Map<number, number>;
  bribe: Map<string, number>;
  nix: Map<number, number>;
  give: Map<number, number>;
}

export function choicesOf(legal: Legal): Choices {
  const found: Choices = {
    plain: new Map(),
    call: new Map(),
    swap: new Map(),
    returns: new Map(),
    puts: new Map(),
    recruit: new Map(),
    here: new Map(),
    bribe: new Map(),
    nix: new Map(),
    give: new Map(),
  };
  for (const { action, move } of legal) {
    switch (move.type) {
      case "call":
        found.call.set(move.what, action);
        break;
      case "swap":
        found.swap.set(move.seat, (found.swap.get(move.seat) ?? new Map()).set(move.gnome, action));
        break;
      case "return":
        found.returns.set(move.what, action);
        break;
      case "put":
        found.puts.set(move.what, action);
        break;
      case "recruit":
        found.recruit.set(Number(move.what), action);
        break;
      case "here":
        found.here.set(Number(move.what), action);
        break;
      case "bribe":
        found.bribe.set(move.what, action);
        break;
      case "nix":
        found.nix.set(Number(move.what), action);
        break;
      case "give":
        found.give.set(Number(move.what), action);
        break;
      default:
        if ((PLAIN as readonly string[]).includes(move.type)) found.plain.set(move.type as PlainMove, action);
    }
  }
  return found;
}

/** Whether the viewer will still be asked for a bribe against this recruitment, so that it may choose beforehand. */
export function stillToBeAsked(view: WichtelView): boolean {
  if (view.phase !== "bribe" || view.seat < 0 || view.seat === view.active) return false;
  const far = (seat: number): number => (seat - view.active + view.seats.length) % view.seats.length;
  return far(view.seat) > far(view.asked) && (view.seats[view.seat]?.events ?? 0) > 0;
}

export interface Habits {
  /** Pass where passing is all that can be done. */
  pass: boolean;
  /** March at once unless stopped. */
  march: boolean;
}

export interface ByItself {
  action: number;
  why: "only" | "march" | "preset";
}

/**
 * What the client does for its person after the same short while in every case, so that nobody can tell a pass that
 * was all there was from one that was chosen beforehand.
 */
export function byItself(view: WichtelView, legal: Legal, habits: Habits, preset: string | null): ByItself | null {
  if (view.phase === "bribe" && preset !== null) {
    const chosen = legal.find(({ move }) => (move.type === "bribe" ? move.what === preset : move.type === preset));
    if (chosen) return { action: chosen.action, why: "preset" };
  }
  const march = legal.find(({ move }) => move.type === "march");
  if (habits.march && march) return { action: march.action, why: "march" };
  const only = legal.length === 1 ? legal[0]! : null;
  if (habits.pass && only && ["pass", "done", "march"].includes(only.move.type)) {
    return { action: only.action, why: "only" };
  }
  return null;
}
