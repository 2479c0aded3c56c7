/** The one list of tables that are drawn. A game's table is a folder of its own and a chunk of its own. */

import type { Component } from "svelte";
import type { Told, Watcher } from "../parts/happenings.svelte";
import type { Guide } from "../study/guide";
import type { GameInfo, Happening, LegalMove, OptionInfo } from "../wire/messages";
import AlarunArt from "./alarun/Art.svelte";
import FlipSlideArt from "./flipslide/Art.svelte";
import KorrigansArt from "./korrigans/Art.svelte";
import TreasureArt from "./treasure/Art.svelte";
import WichtelArt from "./wichtel/Art.svelte";

/** A line of the log with its move; what is hidden of it is null. */
export type ToldHappening<Move = any> = Omit<Happening, "move"> & { move?: Told<Move> | null };

/** What a game's components see of the table and can do there; View and Move are the game's own. */
export interface Stage<View = any, Move = any> {
  readonly view: View;
  /** The same as far as prompt and log speak of it: nothing whose last figure is still on its way. */
  readonly told: View;
  /** Whose eyes: a seat, or -3 for a watcher. */
  readonly seat: number;
  /** Whether the viewer decides now. */
  readonly myTurn: boolean;
  readonly legal: (Omit<LegalMove, "move"> & { move: Move })[];
  readonly ply: number;
  readonly over: boolean;
  readonly busy: boolean;
  /** The action that a hint points at, and the same spelled out. */
  readonly hint: number | null;
  readonly hinted: Move | null;
  /** The other half, where that is only half of a move. */
  readonly hintedThen: Move | null;
  /** The line of the log that somebody taps. */
  readonly marked: ToldHappening<Move> | null;
  readonly names: string[];
  /** A picture in a book: nobody looks over anybody's shoulder, so nothing is covered. */
  readonly still?: boolean;
  play(action: number): void;
  /** Ask why a wish cannot be: the reason appears as a card. */
  why(wish: number | string): void;
  /** The ply to go back to for free, if any. */
  readonly back: number | null;
  undo(ply: number): void;
  /** What was to be read has been: the table need not wait for me any more. */
  goOn(): void;
  /** Be told what happens from now on, once, for as long as the component that calls it is there. */
  watch(watcher: Watcher<View, Move>): void;
  /** What the components of this table share: made once, and gone with the table or whoever sits at it. */
  own<State>(kind: new (stage: Stage<View, Move>) => State): State;
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
  /** What I am asked instead of the server's prompt, while something lies there for me alone. */
  asked?: (stage: Stage) => string | null;
  /** What the log leaves out, because the next line says it all. */
  quiet?: (happening: ToldHappening, before: ToldHappening | undefined) => boolean;
  /** How long the last move is celebrated before the end screen comes, in milliseconds. */
  celebration?: number;
  /** Who speaks in a lesson: a figure of the game, drawn in a box of 48 by 56. */
  speaker?: Component;
  /** Whether a seat knows what another one must not see: then a hand-over hides it. */
  secrets: boolean;
}

interface Drawn {
  minutes: number;
  /** How many seats "Play now" lays. */
  seats: number;
  /** The small picture of the game in the lobby, in a box of 240 by 140. */
  art?: Component;
  table?: () => Promise<{ default: GameTable }>;
  /** How it is played, in a few pictures. */
  start?: () => Promise<{ default: Component }>;
  /** The options that mean nothing to somebody who plays alone. */
  amongOthers?: string[];
}

export const DRAWN: Record<string, Drawn> = {
  korrigans: {
    minutes: 40,
    seats: 3,
    art: KorrigansArt,
    table: () => import("./korrigans"),
    start: () => import("./korrigans/Start.svelte"),
  },
  flipslide: {
    minutes: 15,
    seats: 2,
    art: FlipSlideArt,
    table: () => import("./flipslide"),
    start: () => import("./flipslide/Start.svelte"),
    amongOthers: ["gift"],
  },
  wichtel: {
    minutes: 30,
    seats: 4,
    art: WichtelArt,
    table: () => import("./wichtel"),
    start: () => import("./wichtel/Start.svelte"),
  },
  alarun: {
    minutes: 40,
    seats: 2,
    art: AlarunArt,
    table: () => import("./alarun"),
    start: () => import("./alarun/Start.svelte"),
  },
  treasure: {
    minutes: 20,
    seats: 3,
    art: TreasureArt,
    table: () => import("./treasure"),
    start: () => import("./treasure/Start.svelte"),
  },
};

const GUIDES = import.meta.glob<Guide>("./*/guide.json", { import: "default" });

/** How to load the guide of a game, if it has one. */
export function guideOf(game: string): (() => Promise<Guide>) | null {
  return GUIDES[`./${game}/guide.json`] ?? null;
}

/** What people agree on at a table of so many seats. */
export function optionsFor(game: GameInfo, seats: number): OptionInfo[] {
  const { amongOthers = [] } = drawn(game.name);
  return game.options.filter(({ name }) => seats > 1 || !amongOthers.includes(name));
}

export function drawn(game: string): Drawn {
  return DRAWN[game] ?? { minutes: 30, seats: 2 };
}
