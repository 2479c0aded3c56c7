/** A study: a position that one person plays with alone and without consequence, asked of the server step by step. */

import { myself } from "../me.svelte";
import { api, patiently, Refused } from "../net/api";
import type { Reason } from "../net/live_table.svelte";
import { Happenings } from "../parts/happenings.svelte";
import type { Hint, MatchInfo, Shown } from "../table/shown";
import { words } from "../words";
import type { GameInfo, MatchStanding, SeatInfo, Seen, Study as Answer, StudyStep } from "../wire/messages";

/** Who leads through a study: what follows a move, and what is made of it. */
export interface Script {
  /** The moves of others and of luck that follow one of mine; null when it is not to be played now. */
  follow(move: string): readonly string[] | null;
  /** A move was played, and what followed has been told. */
  played(move: string): void;
  /** It stands as it did before some of my moves. */
  undone(): void;
  /** Something was wished for that the rules do not allow. */
  refused(reason: Reason): void;
}

/** Where a study begins: a position, and what has been played since. */
export interface Opening {
  position: string;
  moves: readonly string[];
}

const NOTHING: Opening = { position: "", moves: [] };

export class Study implements Shown {
  info = $state.raw<MatchInfo | null>(null);
  readonly happenings = new Happenings(() => [this.seat]);
  readonly past = false;
  readonly hotSeat = false;
  readonly presence = null;
  readonly pause = null;
  reason = $state.raw<Reason | null>(null);
  hint = $state.raw<Hint | null>(null);
  busy = $state(false);
  /** Why it could not even be opened. */
  problem = $state<string | null>(null);

  #opening = $state.raw<Opening>(NOTHING);
  #steps = $state.raw<StudyStep[]>([]);
  /** Counts what was opened, so that an answer to something else is known for that. */
  #openings = 0;

  constructor(
    private readonly game: GameInfo,
    readonly seat: number,
    private readonly script: Script,
    /** Whether the others do the first thing that is legal, because it was proven not to matter. */
    private readonly others = false,
  ) {}

  entries = $derived(this.#steps.map(entryOf));

  get now(): MatchStanding | null {
    return this.happenings.drawn;
  }

  get myTurn(): boolean {
    return this.now !== null && this.happenings.settled && this.now.actor === this.seat;
  }

  /** Everything that was played since the position. */
  get moves(): readonly string[] {
    return this.#opening.moves;
  }

  /** Whether I have nothing left to decide. */
  get ended(): boolean {
    return this.#last?.now.actor !== this.seat;
  }

  time(): number {
    return Date.now();
  }

  /** Lay a position down as it stands after some moves, without how it came about; whether it lies there now. */
  async open(opening: Opening): Promise<boolean> {
    this.#openings += 1;
    const mine = this.#openings;
    this.#forget();
    this.busy = true;
    try {
      const answer = await patiently(
        () => this.#ask(opening, 0),
        () => mine === this.#openings,
        (lost) => (this.problem = why(lost)),
      );
      if (answer === null) return false;
      this.#opening = opening;
      this.#steps = answer.steps;
      this.info = this.#infoOf(answer);
      this.problem = answer.refused?.words ?? null;
      this.#jump();
    } catch (error) {
      if (mine === this.#openings) this.problem = why(error);
    } finally {
      if (mine === this.#openings) this.busy = false;
    }
    return this.problem === null;
  }

  async play(action: number): Promise<boolean> {
    const move = this.#textOf(action);
    if (move === null || this.busy) return false;
    const then = this.script.follow(move);
    if (then === null) return false;
    const done = await this.lead([move, ...then]);
    if (done) this.script.played(move);
    return done;
  }

  /** Let some moves happen, whosever they are. */
  async lead(moves: readonly string[]): Promise<boolean> {
    this.#forget();
    const answer = await this.#tried(moves);
    if (answer === null) return false;
    this.#opening = { ...this.#opening, moves: [...this.#opening.moves, ...moves] };
    // The first of them is how it stood before.
    for (const step of answer.steps.slice(1)) this.#add(step);
    return true;
  }

  /** Ask why a wish is not legal: it is tried, and comes to nothing either way. */
  why(wish: number | string): void {
    void this.#tried([wish]);
  }

  /** Go back to how it stood after so many actions; nobody minds. */
  undo(ply: number): Promise<void> {
    const last = this.#steps.findLastIndex(({ now }) => now.ply <= ply);
    if (last >= 0) {
      this.#steps = this.#steps.slice(0, last + 1);
      this.#opening = { ...this.#opening, moves: this.#opening.moves.slice(0, this.#steps[last]?.made) };
      // What is on its way goes on from what is taken back now.
      this.#openings += 1;
      this.busy = false;
      this.#forget();
      this.#jump();
      this.script.undone();
    }
    return Promise.resolve();
  }

  goOn(): void {
    // Nobody waits here.
  }

  close(): void {
    this.#openings += 1;
    this.happenings.jump(this.now, this.#steps.length);
  }

  /** Have the board show a move. */
  point(move: string): void {
    const action = this.#last?.now.legal[this.#last.texts.indexOf(move)]?.action;
    if (action !== undefined && this.now) this.hint = { action, words: "", then: null, ply: this.now.ply };
  }

  get #last(): StudyStep | null {
    return this.#steps.at(-1) ?? null;
  }

  #textOf(action: number): string | null {
    const last = this.#last;
    return last?.texts[last.now.legal.findIndex((legal) => legal.action === action)] ?? null;
  }

  /** What comes of some more moves; null when they are refused, which is then shown. */
  async #tried(moves: readonly (number | string)[]): Promise<Answer | null> {
    const mine = this.#openings;
    const { position, moves: made } = this.#opening;
    this.busy = true;
    try {
      const answer = await this.#ask({ position, moves: [...made, ...moves] }, made.length);
      if (mine !== this.#openings) return null;
      if (answer.refused === null) return answer;
      this.reason = { words: answer.refused.words, clause: answer.refused.clause };
      this.script.refused(this.reason);
    } catch (error) {
      if (mine === this.#openings) this.reason = { words: why(error), clause: null };
    } finally {
      if (mine === this.#openings) this.busy = false;
    }
    return null;
  }

  #ask({ position, moves }: { position: string; moves: readonly (number | string)[] }, since: number): Promise<Answer> {
    const { seat, others } = this;
    return api.study({ game: this.game.name, position, moves: [...moves], seat, since, others });
  }

  #forget(): void {
    this.reason = this.hint = null;
  }

  #add(step: StudyStep): void {
    this.#steps = [...this.#steps, step];
    this.happenings.add({ now: this.#standing(), seq: this.#steps.length, happened: step.happened });
  }

  #jump(): void {
    this.happenings.jump(this.#standing(), this.#steps.length);
  }

  /** How it stands after the last step; one may go back to wherever I decided. */
  #standing(): MatchStanding | null {
    const free = this.#steps
      .slice(0, -1)
      .filter(({ now }) => now.actor === this.seat)
      .map(({ now }) => now.ply)
      .reverse();
    return this.#last && { ...this.#last.now, undo: { free, ask: null } };
  }

  #infoOf({ seats, options, goal, rules_version }: Answer): MatchInfo {
    const others = [...words.study.names];
    return {
      game: this.game.name,
      title: this.game.title,
      rules_version,
      options,
      goal,
      rated: false,
      ending: null,
      mine: [this.seat],
      seats: Array.from({ length: seats }, (_, seat) =>
        seatOf(seat, seat === this.seat ? myself.name : (others.shift() ?? words.setUp.seat(seat + 1))),
      ),
    };
  }
}

function seatOf(seat: number, name: string): SeatInfo {
  return {
    seat,
    name,
    person: null,
    called: null,
    kept_for: null,
    bot: null,
    stand_in: null,
    present: true,
    resigned: false,
    luck: "none",
    outside: false,
    rating: null,
  };
}

/** A step as an entry of the log. */
function entryOf({ happened }: StudyStep, place: number): Seen {
  return { seq: place + 1, at: 0, kind: "played", seat: happened[0]?.actor ?? null, happened };
}

function why(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  return error.message || words.cannotReach;
}
