/** What I have in mind while it is my turn: the hand chooses, the square shows it, and the other way round. */

import { untrack } from "svelte";
import type { Stage } from "..";
import type { AlarunView, AnyMove } from "../../wire/alarun";
import { keyOf, type Laid, type Spot } from "./plot";

export type AlarunStage = Stage<AlarunView, AnyMove>;

/** A card of mine that the server has laid in this turn, and the ply before it. */
interface Tried extends Laid {
  ply: number;
}

class Turn {
  /** The places of the chosen cards in my hand and in the centre. */
  hand = $state<number | null>(null);
  centre = $state<number | null>(null);
  cell = $state.raw<Spot | null>(null);
  /** A sentence that I asked for. */
  told = $state<string | null>(null);
  /** The last of my three cards: it lies there only for me, until I say so. */
  last = $state.raw<Laid | null>(null);
  /** The cards before it: going back is free until the last one is laid. */
  tried = $state.raw<Tried[]>([]);

  #again: Laid[] = [];
  #awaited: number | null = null;
  #ply = -1;

  /** Keep up with the table: forget what is no longer possible, and lay again what had to make way. */
  follow(stage: AlarunStage): void {
    const { view, ply, latest, myTurn } = stage;
    untrack(() => {
      if (ply !== this.#ply) {
        this.clear();
        this.last = null;
        this.#ply = ply;
      }
      const mine = latest.flatMap(({ move, actor, ply: at }) => {
        const told = move as AnyMove | null;
        return told?.type === "place" && actor === stage.seat
          ? [{ card: told.card, x: told.x, y: told.y, ply: at }]
          : [];
      });
      const laying = myTurn && view.phase === "place";
      const known = this.tried.filter((one) => one.ply < ply && !mine.some((other) => other.ply === one.ply));
      this.tried = laying ? [...known, ...mine.filter((one) => one.ply < ply)] : [];
      if (!laying) this.#again = [];
      else if (this.#awaited === null || ply <= this.#awaited) {
        this.#awaited = null;
        const next = this.#again.shift();
        if (next && allowed(stage, next) !== undefined) this.lay(stage, next);
      }
    });
  }

  clear(): void {
    this.hand = null;
    this.centre = null;
    this.cell = null;
    this.told = null;
  }

  swap(stage: AlarunStage, give: string, take: string): void {
    this.clear();
    const found = stage.legal.find(({ move }) => move.type === "swap" && move.give === give && move.take === take);
    if (found) stage.play(found.action);
    else stage.why(`swap ${give}>${take}`);
  }

  /** The first two cards go to the server, which tells what they brew; the last one waits for my word. */
  lay(stage: AlarunStage, laid: Laid): void {
    this.clear();
    const action = allowed(stage, laid);
    if (action === undefined) stage.why(`place ${laid.card} ${laid.x},${laid.y}`);
    else if (stage.view.hand.length === 1) this.last = laid;
    else stage.play(action);
  }

  /** My word: the last card stays where it lies, and the turn is over. */
  commit(stage: AlarunStage): void {
    const action = this.last && allowed(stage, this.last);
    if (typeof action === "number") stage.play(action);
  }

  /** Put back a card of this turn; those that were laid after it are laid again if they still can. */
  takeBack(stage: AlarunStage, spot: Spot): void {
    const key = keyOf(spot);
    if (this.last && keyOf(this.last) === key) {
      this.last = null;
      return;
    }
    const place = this.tried.findIndex((one) => keyOf(one) === key);
    const one = this.tried[place];
    if (!one) return;
    this.#again = [...this.tried.slice(place + 1), ...(this.last ? [this.last] : [])];
    this.#awaited = one.ply;
    this.last = null;
    stage.undo(one.ply);
  }
}

function allowed(stage: AlarunStage, { card, x, y }: Laid): number | undefined {
  return stage.legal.find(({ move }) => move.type === "place" && move.card === card && move.x === x && move.y === y)
    ?.action;
}

export const turn = new Turn();
