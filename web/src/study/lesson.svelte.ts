/** Somebody is led through a guide: which step, what was played in it, and what the guide says to it. */

import type { Reason } from "../net/live_table.svelte";
import { words } from "../words";
import type { GameInfo } from "../wire/messages";
import { isThere, openingOf, waysOn, type Guide, type GuideStep } from "./guide";
import { keepProgress } from "./progress";
import { Study, type Script } from "./study.svelte";

export class Lesson implements Script {
  /** The step that one is at, counted from 0. */
  number = $state(0);
  /** What is said of a legal move that leads elsewhere. */
  nudge = $state<string | null>(null);
  /** Whether what was to be refused has been: it is read before the guide goes on. */
  caught = $state(false);
  readonly study: Study;
  #played = $state.raw<string[]>([]);

  constructor(
    readonly guide: Guide,
    private readonly game: GameInfo,
  ) {
    this.study = new Study(game, guide.seat, this);
  }

  get step(): GuideStep {
    return this.guide.steps[this.number]!;
  }

  get last(): boolean {
    return this.number === this.guide.steps.length - 1;
  }

  /** Whether the step asks for nothing but to be read. */
  get isRead(): boolean {
    const { ways, refusal, touch } = this.step;
    return ways === undefined && refusal === undefined && touch === undefined;
  }

  /** Begin at a step, or at the nearest that there is. */
  async go(number: number): Promise<void> {
    this.#come(Math.min(Math.max(0, number), this.guide.steps.length - 1));
    await this.study.open(openingOf(this.guide, this.number));
  }

  /** The step is done. */
  async goOn(): Promise<void> {
    // Whoever presses twice means one step.
    if (this.last || this.study.busy) return;
    const { then, ways } = this.step;
    if (then && ways === undefined && !(await this.study.lead(then))) return;
    if (this.guide.steps[this.number + 1]?.position === undefined) this.#come(this.number + 1);
    else await this.go(this.number + 1);
  }

  /** Take back what was played in this step, or go back by one. */
  back(): void {
    void this.go(this.#played.length > 0 ? this.number : this.number - 1);
  }

  /** Show on the board what is to be played. */
  show(): void {
    const { ways } = this.step;
    if (ways === undefined || ways === "any") return;
    const next = waysOn(ways, this.#played)[0]?.[this.#played.length];
    if (next !== undefined) this.study.point(next);
  }

  follow(move: string): readonly string[] | null {
    const { ways, instead, then = [] } = this.step;
    if (ways === undefined) {
      this.nudge = words.learn.notYet;
      return null;
    }
    if (ways === "any") return then;
    const played = [...this.#played, move];
    if (waysOn(ways, played).length === 0) {
      this.nudge = instead?.[move] ?? words.learn.another;
      return null;
    }
    return isThere(ways, played) ? then : [];
  }

  played(move: string): void {
    const { ways = [] } = this.step;
    this.nudge = null;
    this.#played = [...this.#played, move];
    if (ways === "any" || isThere(ways, this.#played)) void this.goOn();
  }

  undone(): void {
    this.back();
  }

  refused({ clause }: Reason): void {
    if (clause !== null && clause === this.step.refusal?.clause) this.caught = true;
  }

  /** Something was pressed. */
  touched(node: Element): void {
    const { touch } = this.step;
    if (touch !== undefined && node.closest(touch) !== null) void this.goOn();
  }

  /** The reason has been read. */
  read(): void {
    if (this.caught) void this.goOn();
  }

  #come(number: number): void {
    this.number = number;
    this.nudge = null;
    this.caught = false;
    this.#played = [];
    keepProgress(this.game.name, { step: number + 1, of: this.guide.steps.length });
  }
}
