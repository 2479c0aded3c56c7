/** Somebody solves a puzzle: what was played in it, and whether that is the proven way. */

import type { GameInfo, PuzzleInfo } from "../wire/messages";
import { isThere, waysOn } from "./guide";
import { keepSolved } from "./progress";
import { Study, type Script } from "./study.svelte";

/** How it stands with a puzzle: nothing said yet, asked and right so far, elsewhere, found, or shown. */
export type Verdict = "open" | "right" | "elsewhere" | "solved" | "shown";

export class Puzzling implements Script {
  verdict = $state<Verdict>("open");
  readonly study: Study;
  /** So many moves have been made when it is told whether they are the best. */
  readonly #shortest: number;

  constructor(
    readonly puzzle: PuzzleInfo,
    game: GameInfo,
  ) {
    this.study = new Study(game, puzzle.seat, this, true);
    this.#shortest = Math.min(...puzzle.lines.map((line) => line.length));
  }

  get over(): boolean {
    return this.verdict === "solved" || this.verdict === "shown";
  }

  /** Lay it down as it is set; whether it lies there now. */
  begin(): Promise<boolean> {
    this.verdict = "open";
    return this.study.open({ position: this.puzzle.position, moves: [] });
  }

  /** Whether what was played so far leads to the answer. */
  check(): void {
    this.verdict = waysOn(this.puzzle.lines, this.study.moves).length > 0 ? "right" : "elsewhere";
  }

  /** Have the answer played. */
  async show(): Promise<void> {
    if (!(await this.begin())) return;
    for (const move of this.puzzle.lines[0] ?? []) if (!(await this.study.lead([move]))) return;
    this.verdict = "shown";
  }

  /** Everything legal may be tried, until it is found or clear that it is another way. */
  follow(): readonly string[] | null {
    return this.over || (this.verdict === "elsewhere" && this.#isDone) ? null : [];
  }

  played(): void {
    this.verdict = "open";
    if (isThere(this.puzzle.lines, this.study.moves)) this.#solve();
    else if (this.#isDone) this.check();
  }

  undone(): void {
    this.verdict = "open";
  }

  refused(): void {
    // The reason is shown as at a table.
  }

  /** Whether the turn is played, so that it can be judged. */
  get #isDone(): boolean {
    return this.study.ended || this.study.moves.length >= this.#shortest;
  }

  #solve(): void {
    this.verdict = "solved";
    keepSolved(this.puzzle.id);
  }
}
