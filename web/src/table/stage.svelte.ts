import { onDestroy } from "svelte";
import type { Stage, ToldHappening } from "../games";
import type { Watcher } from "../parts/happenings.svelte";
import { OVER } from "../net/live_table.svelte";
import type { BotInfo, MatchStanding } from "../wire/messages";
import { seatNames } from "./naming";
import type { Shown } from "./shown";

/** What may be chosen while somebody else, or a bot in one's place, decides. */
const NOTHING: MatchStanding["legal"] = [];

/** The table through the eyes of one viewer, as the game's own components use it. */
export class TableStage implements Stage {
  marked = $state.raw<ToldHappening | null>(null);
  #own = new Map<unknown, unknown>();

  constructor(
    private readonly table: Shown,
    private readonly bots: () => BotInfo[],
  ) {}

  get #now(): MatchStanding {
    return this.table.now!;
  }
  get view(): unknown {
    return this.#now.view;
  }
  get told(): unknown {
    return this.table.happenings.told?.view ?? this.view;
  }
  get seat(): number {
    return this.#now.seat;
  }
  get myTurn(): boolean {
    return this.table.myTurn;
  }
  get legal(): MatchStanding["legal"] {
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
  get hint(): number | null {
    return this.table.hint?.action ?? null;
  }
  get hintedThen(): unknown {
    return this.table.hint?.then ?? null;
  }
  get hinted(): unknown {
    const { hint } = this;
    return hint === null ? null : (this.legal.find(({ action }) => action === hint)?.move ?? null);
  }
  get names(): string[] {
    return this.table.info === null ? [] : seatNames(this.table.info, this.bots());
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
  goOn(): void {
    this.table.goOn();
  }
  watch(watcher: Watcher): void {
    onDestroy(this.table.happenings.watch(watcher));
  }
  own<State>(kind: new (stage: Stage) => State): State {
    if (!this.#own.has(kind)) this.#own.set(kind, new kind(this));
    return this.#own.get(kind) as State;
  }
  /** Show on the board what a line of the log tells of, or no longer. */
  mark(happening: ToldHappening | null): void {
    this.marked = this.marked === happening ? null : happening;
  }
  /** Somebody else sits down at this device: what the one before held or looked at is theirs. */
  leave(): void {
    this.marked = null;
    this.#own.clear();
  }
}
