/** What has just happened at a table: shown one after the other, each exactly once, at the pace that one likes. */

import { tick } from "svelte";
import type { Happening, MatchStanding } from "../wire/messages";
import { settings } from "../settings.svelte";
import { arrival, finishMotion } from "./motion";

/** One update of the table, while it is being shown. */
export interface Scene<View = any, Move = any> {
  /** What was done, in order; of what is hidden from the viewer the kind alone, its fields null. */
  readonly happened: readonly (Omit<Happening, "move"> & { move: Told<Move> | null })[];
  readonly before: View;
  readonly after: View;
  /** So long, at the normal pace, the scene lasts at least; it resolves sooner when somebody skips it. */
  readonly last: (milliseconds: number) => Promise<void>;
}

/** A move as a viewer sees it: what is hidden of it is null. */
export type Told<Move> = 0 extends 1 & Move
  ? any
  : Move extends { type: string }
    ? { [Field in keyof Move]: Field extends "type" ? Move[Field] : Move[Field] | null }
    : never;

export interface Watcher<View = any, Move = any> {
  /** The position before is still drawn: here one may measure it. */
  prepare?: (scene: Scene<View, Move>) => void;
  /** The new position is drawn: here things are set in motion. */
  show?: (scene: Scene<View, Move>) => void;
}

/** A position on its way to the screen, with what led to it. */
export interface Arriving {
  now: MatchStanding | null;
  /** The newest entry of the log that it tells of. */
  seq: number;
  happened: Happening[];
}

/** How long it stands still after somebody else's move, so that an eye can follow. */
const BEAT = 600;
/** The same where one device goes from hand to hand: it is all that the next one sees of the move. */
const LOOK = 1400;
const LEAST_LOOK = 500;

export class Happenings {
  /** The position that is drawn. */
  drawn = $state.raw<MatchStanding | null>(null);
  /** The position that prompt, seats and log speak of: the one whose last figure has arrived. */
  told = $state.raw<MatchStanding | null>(null);
  /** The newest entry that the log may tell. */
  seq = $state(0);

  #waiting: Arriving[] = [];
  #watchers = new Set<Watcher>();
  #showing = false;
  /** Resolves when all that waits has been shown. */
  #all = Promise.resolve();
  #skips = new Set<() => void>();
  /** Counts what was shown without its story, so that a scene that was going on knows that it is over. */
  #jumps = 0;

  /** With several seats on one device: whose they are. */
  constructor(private readonly mine: () => readonly number[]) {}

  /** Whether everything that was told has been seen. */
  get settled(): boolean {
    return this.told === this.drawn;
  }

  /** From now on; whatever happened before is not told again. Returns how to stop. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Show it when everything before it has been seen. */
  add(arriving: Arriving): void {
    if (!this.#showing && (arriving.happened.length === 0 || this.#watchers.size === 0)) return this.#settle(arriving);
    this.#waiting.push(arriving);
    if (!this.#showing) this.#all = this.#showAll();
  }

  /** When all that was added has been seen, or jumped over. */
  seen(): Promise<void> {
    return this.#all;
  }

  /** Show a position without how it came about, or nothing at all. */
  jump(now: MatchStanding | null, seq: number): void {
    this.#jumps += 1;
    this.#waiting = [];
    this.#showing = false;
    this.skip();
    this.drawn = this.told = now;
    this.seq = seq;
  }

  /** Whoever has seen enough of what is being shown goes on to the next. */
  skip(): void {
    finishMotion();
    for (const skip of this.#skips) skip();
    this.#skips.clear();
  }

  #settle({ now, seq }: Arriving): void {
    this.drawn = this.told = now;
    this.seq = seq;
  }

  async #showAll(): Promise<void> {
    const jumps = this.#jumps;
    this.#showing = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (next.now !== null && next.happened.length > 0 && this.drawn !== null)
        await this.#show(next, next.now, this.drawn);
      if (jumps !== this.#jumps) return;
      this.#settle(next);
    }
    this.#showing = false;
  }

  async #show(arriving: Arriving, now: MatchStanding, before: MatchStanding): Promise<void> {
    const { happened } = arriving;
    const jumps = this.#jumps;
    const lasts: Promise<void>[] = [];
    const last = (milliseconds: number): Promise<void> => {
      const over = this.#pause(milliseconds * settings.tempo);
      lasts.push(over);
      return over;
    };
    const scene: Scene = {
      happened: happened.map((one) => ({ ...one, move: one.move ?? null })),
      before: before.view,
      after: now.view,
      last,
    };
    for (const watcher of this.#watchers) watcher.prepare?.(scene);
    this.drawn = now;
    await tick();
    if (jumps !== this.#jumps) return;
    for (const watcher of this.#watchers) watcher.show?.(scene);
    const others = this.#others(happened, now.seat);
    // Whoever goes on with a turn of their own waits for nothing.
    if (!others && now.actor === now.seat) this.#settle(arriving);
    if (others) void last(BEAT);
    if (this.#goesOn(now)) lasts.push(this.#pause(Math.max(LEAST_LOOK, LOOK * settings.tempo)));
    await tick();
    await Promise.all([...lasts, document.hidden ? null : this.#orSkip(arrival())]);
    this.#skips.clear();
  }

  #others(happened: Happening[], seat: number): boolean {
    return happened.some(({ actor }) => actor >= 0 && actor !== seat);
  }

  /** Whether the device goes to somebody else now. */
  #goesOn({ seat, actor }: MatchStanding): boolean {
    const mine = this.mine();
    return mine.length > 1 && mine.includes(seat) && mine.includes(actor) && actor !== seat;
  }

  #pause(milliseconds: number): Promise<void> {
    // Nobody sees a page that is not looked at.
    if (milliseconds === 0 || document.hidden) return Promise.resolve();
    let timer = 0;
    return this.#orSkip(new Promise((over) => (timer = window.setTimeout(over, milliseconds)))).then(() =>
      clearTimeout(timer),
    );
  }

  #orSkip(over: Promise<void>): Promise<void> {
    return Promise.race([over, new Promise<void>((skip) => this.#skips.add(skip))]);
  }
}
