import type { Happenings } from "../parts/happenings.svelte";
import type { MatchStanding, Pause, Presence, TableInfo } from "../wire/messages";

/** What is known of a match besides how it stands, whether it is a table's or a record's. */
export type MatchInfo = Pick<
  TableInfo,
  "game" | "title" | "rules_version" | "options" | "goal" | "rated" | "seats" | "mine" | "ending"
>;

export interface Hint {
  action: number;
  words: string;
  /** The other half of a move, where the action is only half of one. */
  then: unknown;
  ply: number;
}

/** A match as it is drawn: at a table, or looked back on. */
export interface Shown {
  readonly info: MatchInfo | null;
  /** The position that is drawn. */
  readonly now: MatchStanding | null;
  readonly happenings: Happenings;
  /** Whether this is how it stood once: nobody thinks, waits or plays. */
  readonly past: boolean;
  readonly myTurn: boolean;
  readonly hotSeat: boolean;
  readonly busy: boolean;
  readonly hint: Hint | null;
  readonly presence: Presence | null;
  readonly pause: Pause | null;
  /** The time by the server's clock, in milliseconds. */
  time(): number;
  play(action: number): Promise<unknown>;
  why(wish: number | string): void;
  undo(ply: number): Promise<unknown>;
  goOn(): void;
}
