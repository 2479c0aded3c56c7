/** What I have in mind while it is my turn: the hand chooses, the square shows it, and the other way round. */

import { untrack } from "svelte";
import type { Stage } from "..";
import type { Scene } from "../../parts/happenings.svelte";
import type { AlarunView, AnyMove } from "../../wire/alarun";
import { keyOf, type Laid, type Spot } from "./map";

export type AlarunStage = Stage<AlarunView, AnyMove>;

/** A card of mine that the server has laid in this turn, and the ply before it. */
interface Tried extends Laid {
  ply: number;
}

export class Desk {
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
    const { view, ply, myTurn } = stage;
    untrack(() => {
      if (ply !== this.#ply) {
        this.clear();
        this.last = null;
        this.#ply = ply;
      }
      const laying = isLaying(view);
      this.tried = laying ? this.tried.filter((one) => one.ply < ply) : [];
      if (!laying) this.#again = [];
      else if (myTurn && (this.#awaited === null || ply <= this.#awaited)) {
        this.#awaited = null;
        const next = this.#again.shift();
        if (next && allowed(stage, next) !== undefined) this.lay(stage, next);
      }
    });
  }

  /** What the server has laid for me lies there to be taken back until my turn is over. */
  laid({ happened, after }: Scene<AlarunView, AnyMove>): void {
    const { seat } = after;
    if (!isLaying(after)) return;
    for (const { move, actor, ply } of happened) {
      if (move?.type !== "place" || actor !== seat || move.card === null || move.x === null || move.y === null)
        continue;
      this.tried = [...this.tried.filter((one) => one.ply < ply), { card: move.card, x: move.x, y: move.y, ply }];
    }
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

/** What a card would bring me at best if I had it and laid it first, while cards are swapped. */
export const bringsAtBest = ({ at_best }: AlarunView, code: string): number | undefined =>
  at_best.find(({ card }) => card === code)?.points;

const isLaying = ({ phase, actor, seat }: AlarunView): boolean => phase === "place" && actor === seat;

function allowed(stage: AlarunStage, { card, x, y }: Laid): number | undefined {
  return stage.legal.find(({ move }) => move.type === "place" && move.card === card && move.x === x && move.y === y)
    ?.action;
}
