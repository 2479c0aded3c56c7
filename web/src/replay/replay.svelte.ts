/** A match looked back on: its moments as far as they have come, and the one that is shown. Nothing can be played here. */

import { patiently, Refused } from "../net/api";
import { WATCHER, wholeStanding } from "../net/live_table.svelte";
import { Happenings } from "../parts/happenings.svelte";
import { settings } from "../settings.svelte";
import { sentence } from "../table/naming";
import type { MatchInfo, Shown } from "../table/shown";
import { words } from "../words";
import type { MatchStanding, Moment, Moments, Seen } from "../wire/messages";

/** Where a match comes from that is looked back on. */
export interface Source {
  /** What is known of the match today. */
  readonly info: MatchInfo;
  /** Some moments after an entry, through the eyes of a seat. */
  page(seat: number, since: number): Promise<Moments>;
}

/** The kinds of entries after which a match stands otherwise: each is a moment. */
export const CHANGES: ReadonlySet<string> = new Set(["started", "played", "undone", "ended"]);
/** How long a moment stands before the next one, at the normal pace and at least. */
const STAND = 700;
const LEAST = 350;
const START = 0;
const END = Number.POSITIVE_INFINITY;

export class Replay implements Shown {
  readonly past = true;
  readonly myTurn = false;
  readonly hotSeat = false;
  readonly busy = false;
  readonly hint = null;
  readonly presence = null;
  readonly pause = null;
  readonly happenings = new Happenings(() => []);
  /** All that have come, in order and with whole views. */
  moments = $state.raw<Moment[]>([]);
  /** How many there are, also of those that have not come yet. */
  count = $state(0);
  /** The entry by which the moment is named that is shown, or on its way; 0 before the first one is. */
  at = $state(START);
  /** Whose eyes: a seat, or -3 for a watcher. */
  seat = $state(WATCHER);
  playing = $state(false);
  /** Something to know about what is shown, until it is waved away. */
  notice = $state<string | null>(null);
  /** Why there is nothing more to look at. */
  problem = $state<string | null>(null);

  /** The place of the moment that is shown among all, from 0. */
  readonly place = $derived(this.moments.findIndex(({ seq }) => seq === this.at));
  readonly moment = $derived(this.moments[this.place] ?? null);
  /** What had been written down by then. */
  readonly entries = $derived(this.moments.slice(0, this.place + 1).flatMap(({ entries }) => entries));
  readonly info = $derived.by(() => asOf(this.source.info, this.entries));

  /** What has come through the eyes that were asked for last. */
  #known: Moment[] = [];
  /** The moment to be shown as soon as it has come. */
  #wanted: number | null;
  #loading = false;
  #more = false;
  /** Counts changes of eyes, so that an answer for the ones before is known for that. */
  #looks = 0;
  /** Counts how often it was played or stopped. */
  #plays = 0;

  /** Without a moment it begins with the first. */
  constructor(
    private readonly source: Source,
    seat: number,
    moment: number | null,
  ) {
    this.seat = seat;
    this.#wanted = moment;
    void this.#load();
  }

  get now(): MatchStanding | null {
    return this.happenings.drawn;
  }
  get atStart(): boolean {
    return this.place === 0;
  }
  get atEnd(): boolean {
    return this.place >= 0 && this.place === this.count - 1;
  }

  time(): number {
    return Date.now();
  }
  async play(): Promise<void> {
    this.#onlyLook();
  }
  async undo(): Promise<void> {
    this.#onlyLook();
  }
  why(): void {
    this.#onlyLook();
  }
  goOn(): void {
    // Nobody waits.
  }

  /** Go one moment on, which is acted out, or back, which is shown at once; false where there is none. */
  step(by: 1 | -1): boolean {
    this.stop();
    const next = this.moments[this.place + by];
    if (next === undefined) return false;
    if (by < 0 || this.#wanted !== null) this.goTo(next.seq);
    else void this.#actOut(next);
    return true;
  }

  /** Show a moment at once, or as soon as it has come; one that does not exist is the nearest before it. */
  goTo(seq: number): void {
    this.stop();
    this.notice = null;
    this.#wanted = seq;
    this.#arrive();
  }
  toStart(): void {
    this.goTo(this.moments[0]?.seq ?? START);
  }
  toEnd(): void {
    this.goTo(END);
  }

  /** To the beginning of another turn: of whose eyes these are, or of anybody for a watcher. */
  turn(by: 1 | -1): void {
    const begins = (place: number): boolean => {
      const actor = this.moments[place]?.now.actor ?? WATCHER;
      const mine = this.seat === WATCHER ? actor >= 0 : actor === this.seat;
      return mine && this.moments[place - 1]?.now.actor !== actor;
    };
    for (let place = this.place + by; place in this.moments; place += by)
      if (begins(place)) return this.goTo(this.moments[place]!.seq);
  }

  /** Let it run at the pace that is set; from the beginning, where it stands at the end. */
  async run(): Promise<void> {
    const stand = (): Promise<void> => wait(Math.max(LEAST, STAND * settings.tempo));
    const anew = this.atEnd;
    if (anew) this.toStart();
    const plays = (this.#plays += 1);
    this.playing = true;
    this.notice = null;
    if (anew) await stand();
    while (plays === this.#plays && !this.atEnd) {
      const next = this.moments[this.place + 1];
      if (next !== undefined) await this.#actOut(next);
      await stand();
    }
    if (plays === this.#plays) this.playing = false;
  }

  stop(): void {
    this.#plays += 1;
    this.playing = false;
  }

  /** Look through other eyes at the same moment. */
  lookAs(seat: number): void {
    this.stop();
    this.seat = seat;
    this.#wanted ??= this.at;
    this.#known = [];
    this.#looks += 1;
    this.#loading = false;
    void this.#load();
  }

  /** The match has gone on: there may be more to look at. */
  hasGoneOn(): void {
    if (this.#loading) this.#more = true;
    else void this.#load();
  }

  close(): void {
    this.stop();
    this.#looks += 1;
    this.happenings.jump(this.now, this.at);
  }

  #onlyLook(): void {
    this.notice = words.replay.onlyLooking;
  }

  async #actOut(next: Moment): Promise<void> {
    this.at = next.seq;
    this.notice = null;
    this.happenings.skip();
    const happened = next.entries.flatMap(({ happened }) => happened ?? []);
    this.happenings.add({ now: next.now, seq: next.seq, happened });
    await this.happenings.seen();
  }

  async #load(): Promise<void> {
    const looks = this.#looks;
    this.#loading = true;
    this.problem = null;
    const next = (): Promise<Moments> => this.source.page(this.seat, this.#known.at(-1)?.seq ?? START);
    do {
      this.#more = false;
      try {
        const page = await patiently(
          next,
          () => looks === this.#looks,
          (lost) => (this.problem = lost.message ? sentence(lost.message) : words.reconnecting),
        );
        if (page === null) return;
        this.problem = null;
        this.#learn(page);
        this.#more ||= page.moments.length > 0 && this.#known.length < page.count;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.problem = sentence(error.message || words.cannotReach);
      }
    } while (this.#more && looks === this.#looks);
    if (looks === this.#looks) this.#loading = false;
  }

  #learn(page: Moments): void {
    for (const moment of page.moments) {
      const before = this.#known.at(-1);
      // Each is whole or builds on the one before it.
      const now = wholeStanding(moment.now, before?.now ?? null, before?.seq ?? START)!;
      this.#known.push({ ...moment, now });
    }
    this.count = page.count;
    if (this.#wanted === null && this.at !== START) this.moments = [...this.#known];
    else this.#arrive();
  }

  /** Show the moment that is wanted, if it has come. */
  #arrive(): void {
    const wanted = this.#wanted ?? this.#known[0]?.seq ?? START;
    const come = (this.#known.at(-1)?.seq ?? START) >= wanted || this.#known.length === this.count;
    const found = this.#known.findLast(({ seq }) => seq <= wanted) ?? this.#known[0];
    if (!come || found === undefined) return;
    this.moments = [...this.#known];
    this.at = found.seq;
    this.#wanted = null;
    if (found.seq !== wanted && wanted !== END) this.notice = words.replay.noSuchMoment;
    this.happenings.jump(found.now, found.seq);
  }
}

/** A match as its seats were after some entries: who had resigned by then, and for whom a bot stood in. */
function asOf(info: MatchInfo, entries: Seen[]): MatchInfo {
  const seats = info.seats.map((seat) => {
    const told = entries.filter((entry) => entry.seat === seat.seat);
    const stood = told.findLast(({ kind }) => kind === "stood_in" || kind === "returned");
    return {
      ...seat,
      resigned: told.some(({ kind }) => kind === "resigned"),
      stand_in: stood?.kind === "stood_in" ? (stood.bot ?? null) : null,
    };
  });
  return { ...info, seats };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((over) => setTimeout(over, milliseconds));
}
