/** What the person at this screen has in mind: the tile that is dragged, and what could not be done at once. */

import { untrack } from "svelte";
import type { Dragging, Spot } from "../../parts/drag";
import type { Cell } from "../../pieces/hexes";
import type { FlipSlideView, SlideTo } from "../../wire/flipslide";
import { cellOf, choicesOf, kindOf, type Choices, type FlipSlideStage } from "./choices";
import { keyOf, type Lying } from "./map";

/** What somebody wishes who touches an empty cell. */
const ON_THE_GROUND: Partial<Record<FlipSlideView["phase"], string>> = {
  "slide to": "to",
  place: "place",
  jump: "jump",
};

export class Desk {
  /** The tile in hand, how far it was dragged, and to which point of the window; null until it has moved. */
  dragged = $state.raw<{ key: string; by: Spot; at: Spot | null } | null>(null);
  /** The cell that is pointed at: the way there is shown. */
  pointed = $state<string | null>(null);
  /** Flipping the last clover, before it is certain. */
  asking = $state<number | null>(null);
  /** Where a hint would slide the tile in hand. */
  #advised = $state.raw<SlideTo | null>(null);
  /** The tile that a hand has just put down needs not be shown sliding. */
  byHand = false;

  // What was wished for while the server was still picking up or putting back.
  #wanted: string | null = null;
  #dropped: Cell | null = null;
  readonly #legal = $derived.by(() => choicesOf(this.stage.legal));

  constructor(private readonly stage: FlipSlideStage) {}

  get legal(): Choices {
    return this.#legal;
  }
  /** The tile in hand. */
  get held(): string | null {
    const { phase, held } = this.stage.view;
    return phase === "slide to" && held ? keyOf(held) : null;
  }
  /** Where a hint would slide the tile that it names, or the one in hand. */
  get advised(): SlideTo | null {
    const { hintedThen } = this.stage;
    if (hintedThen?.type === "to") return hintedThen;
    return this.held === null ? null : this.#advised;
  }
  canTouch(one: Lying): boolean {
    return (kindOf(one) === "clover" ? this.legal.flip : this.legal.slide).has(one.key);
  }

  /** Keep up with the table: do what had to wait, and forget what was refused. */
  follow(): void {
    const { stage, legal, dragged } = this;
    const { myTurn, busy, view } = stage;
    untrack(() => {
      if (!myTurn || busy) return;
      if (view.phase === "act") {
        const action = this.#wanted === null ? undefined : legal.slide.get(this.#wanted);
        // It was not picked up: there is nothing in hand to drop.
        if (dragged === null) this.#dropped = null;
        if (this.#wanted !== null && action !== undefined) this.#pickUp(this.#wanted, action);
        this.#wanted = null;
      } else if (view.phase === "slide to" && this.#dropped !== null) {
        const cell = this.#dropped;
        this.#dropped = null;
        this.drop(cell);
      }
    });
  }

  touch(one: Lying): void {
    const { stage, legal, held } = this;
    const { view } = stage;
    if (stage.seat < 0) return;
    if (held !== null && stage.myTurn) {
      if (one.key !== held) this.#wanted = one.key;
      this.putBack();
      return;
    }
    const wish = kindOf(one) === "clover" ? "flip" : "slide";
    const action = legal[wish].get(one.key);
    if (action === undefined) stage.why(`${wish} ${one.cell[0]},${one.cell[1]}`);
    else if (wish === "flip" && view.rabbits.length === 1 && view.clovers === 1) this.asking = action;
    else if (wish === "slide") this.#pickUp(one.key, action);
    else stage.play(action);
  }

  #pickUp(key: string, action: number): void {
    const { hinted, hintedThen } = this.stage;
    this.#advised = cellOf(hinted) === key && hintedThen?.type === "to" ? hintedThen : null;
    this.stage.play(action);
  }

  /** An empty cell that nothing may go to now: the server says why. */
  touchGround(cell: Cell): void {
    const wish = ON_THE_GROUND[this.stage.view.phase];
    if (this.stage.myTurn && wish !== undefined) this.stage.why(`${wish} ${cell[0]},${cell[1]}`);
  }

  putBack(): void {
    if (this.stage.back !== null) this.stage.undo(this.stage.back);
  }

  drop(cell: Cell): void {
    const key = keyOf(cell);
    const action = this.legal.to.get(key);
    if (action !== undefined) {
      this.byHand = true;
      this.stage.play(action);
    } else if (key === this.held) this.putBack();
    else this.stage.why(`to ${cell[0]},${cell[1]}`);
  }

  dragsOf(one: () => Lying, cellUnder: (at: Spot) => Cell): Dragging {
    return {
      may: () => this.stage.myTurn && (this.legal.slide.has(one().key) || this.held === one().key),
      start: () => {
        const { key } = one();
        this.dragged = { key, by: { x: 0, y: 0 }, at: null };
        const action = this.legal.slide.get(key);
        if (this.held !== key && action !== undefined) this.#pickUp(key, action);
      },
      move: (by, at) => (this.dragged = { key: one().key, by, at }),
      drop: (_, where) => {
        this.dragged = null;
        if (this.held === one().key) this.drop(cellUnder(where));
        else this.#dropped = cellUnder(where);
      },
      cancel: () => {
        this.dragged = null;
        this.putBack();
      },
    };
  }
}
