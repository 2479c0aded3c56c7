/** What was wished for and not answered yet: nothing is lost with a line, and nothing is said twice on one. */

import { hex } from "../luck/fairluck1";
import type { Said, WishRefused } from "../wire/messages";
import { LATER } from "./line";

export type Wish = Extract<Said, { id: string }>;
export type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
/** `seq` is the entry of the log that keeps what was done, where one does. */
export type Settled = { done: true; seq: number | null } | { done: false; refusal: WishRefused };

interface Waiting {
  said: Wish;
  settle: (how: Settled) => void;
  /** Through which eyes it was made. */
  eyes: number;
  /** How often it was put off. */
  putOff: number;
  timer: number;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
const MOST_TRIES = 8;

export class Wishes {
  /** In the order in which they were made. */
  #waiting = new Map<string, Waiting>();
  #say: ((said: Wish) => void) | null = null;
  #eyes = 0;

  make(wish: WithoutId<Wish>): Promise<Settled> {
    const said = { ...wish, id: hex(crypto.getRandomValues(new Uint8Array(12))) } as Wish;
    return new Promise((settle) => {
      this.#waiting.set(said.id, { said, settle, eyes: this.#eyes, putOff: 0, timer: 0 });
      this.#say?.(said);
    });
  }

  /** A wish that waits and was made through the eyes of now: answers to the others are not for whoever looks. */
  of(id: string | null): Wish | null {
    const wish = this.#waiting.get(id ?? "");
    return wish?.eyes === this.#eyes ? wish.said : null;
  }

  /** Somebody else looks on from here on. */
  changeEyes(): void {
    this.#eyes += 1;
  }

  /** The same id never counts twice, so whatever was not answered on the line before is said again. */
  lineOpens(say: (said: Wish) => void): void {
    this.#say = say;
    for (const { said } of this.#waiting.values()) say(said);
  }

  lineBreaks(): void {
    this.#say = null;
    for (const wish of this.#waiting.values()) clearTimeout(wish.timer);
  }

  settle(id: string | null, how: Settled): void {
    const wish = this.#waiting.get(id ?? "");
    if (wish === undefined) return;
    clearTimeout(wish.timer);
    this.#waiting.delete(wish.said.id);
    wish.settle(how);
  }

  /** A refusal settles a wish, unless it only means: not so fast. */
  refuse(refusal: WishRefused): boolean {
    const wish = this.#waiting.get(refusal.id ?? "");
    if (wish === undefined) return false;
    if (!LATER.has(refusal.code) || wish.putOff >= MOST_TRIES) {
      this.settle(refusal.id, { done: false, refusal });
      return true;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** wish.putOff) * (1 + 0.4 * Math.random());
    wish.putOff += 1;
    wish.timer = window.setTimeout(() => this.#say?.(wish.said), wait);
    return false;
  }

  /** Give up everything that is on its way, if anything is. */
  giveUp(words: string): boolean {
    const ids = [...this.#waiting.keys()];
    for (const id of ids) {
      this.settle(id, { done: false, refusal: { type: "refused", id, code: "malformed", words, clause: null } });
    }
    return ids.length > 0;
  }
}
