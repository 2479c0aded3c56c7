import type { Stage } from "../games";
import { OVER, type LiveTable } from "../net/live_table.svelte";
import type { Happening, Standing } from "../wire/messages";
import { seatNames } from "./naming";

/** What may be chosen while somebody else, or a bot in one's place, decides. */
const NOTHING: Standing["legal"] = [];

/** The table through the eyes of one viewer, as the game's own components use it. */
export class TableStage implements Stage {
  marked = $state.raw<Happening | null>(null);

  constructor(private readonly table: LiveTable) {}

  get #now(): Standing {
    return this.table.now!;
  }
  get view(): unknown {
    return this.#now.view;
  }
  get seat(): number {
    return this.#now.seat;
  }
  get myTurn(): boolean {
    return this.table.myTurn;
  }
  get legal(): Standing["legal"] {
    return this.myTurn ? this.#now.legal : NOTHING;
  }
  get ply(): number {
    return this.#now.ply;
  }
  get over(): boolean {
    return this.#now.actor === OVER;
  }
  get busy(): boolean {
    return this.table.busy;
  }
  get latest(): Happening[] {
    return this.table.latest;
  }
  get hint(): number | null {
    return this.table.hint?.action ?? null;
  }
  get names(): string[] {
    return this.table.info === null ? [] : seatNames(this.table.info);
  }
  get back(): number | null {
    return this.#now.undo?.free[0] ?? null;
  }
  play(action: number): void {
    this.marked = null;
    void this.table.play(action);
  }
  why(wish: number | string): void {
    this.table.why(wish);
  }
  undo(ply: number): void {
    void this.table.undo(ply);
  }
}
