/** The one list of tables that are drawn. A game's table is a folder of its own and a chunk of its own. */

import type { Component } from "svelte";
import type { Happening, LegalMove } from "../wire/messages";

/** What a game's components see of the table and can do there; View and Move are the game's own. */
export interface Stage<View = any, Move = any> {
  readonly view: View;
  /** Whose eyes: a seat, or -3 for a watcher. */
  readonly seat: number;
  /** Whether the viewer decides now. */
  readonly myTurn: boolean;
  readonly legal: (Omit<LegalMove, "move"> & { move: Move })[];
  readonly ply: number;
  readonly over: boolean;
  readonly busy: boolean;
  /** What has just happened, a new list each time. */
  readonly latest: Happening[];
  /** The action that a hint points at. */
  readonly hint: number | null;
  /** The line of the log that somebody taps. */
  readonly marked: Happening | null;
  readonly names: string[];
  play(action: number): void;
  /** Ask why a wish cannot be: the reason appears as a card. */
  why(wish: number | string): void;
  /** The ply to go back to for free, if any. */
  readonly back: number | null;
  undo(ply: number): void;
}

export interface GameTable {
  board: Component<{ stage: Stage }>;
  /** My hand or secret area; shown to seats only. */
  hand?: Component<{ stage: Stage }>;
  /** Small public facts, under the seats. */
  facts?: Component<{ stage: Stage }>;
  /** What everybody sees of one seat. */
  seat?: Component<{ stage: Stage; seat: number }>;
  /** What was hidden, for the end screen. */
  finale?: Component<{ stage: Stage }>;
  /** The server's sentences as they read beside this board. */
  plain?: (text: string) => string;
  /** What I am asked instead of the server's prompt, while something lies there for me alone. */
  asked?: () => string | null;
  /** What the log leaves out, because the next line says it all. */
  quiet?: (happening: Happening) => boolean;
  /** How long the last move is celebrated before the end screen comes, in milliseconds. */
  celebration?: number;
  /** Whether a seat knows what another one must not see: then a hand-over hides it. */
  secrets: boolean;
}

interface Drawn {
  minutes: number;
  /** How many seats "Play now" lays. */
  seats: number;
  table?: () => Promise<{ default: GameTable }>;
}

export const DRAWN: Record<string, Drawn> = {
  korrigans: { minutes: 40, seats: 3, table: () => import("./korrigans") },
  flipslide: { minutes: 15, seats: 2, table: () => import("./flipslide") },
  wichtel: { minutes: 30, seats: 4, table: () => import("./wichtel") },
  alarun: { minutes: 40, seats: 2, table: () => import("./alarun") },
  treasure: { minutes: 20, seats: 3, table: () => import("./treasure") },
};

export function drawn(game: string): Drawn {
  return DRAWN[game] ?? { minutes: 30, seats: 2 };
}
