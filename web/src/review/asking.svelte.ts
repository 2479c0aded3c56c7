/** Asks for the review of a match and about it, until it is made; whoever leaves asks no more. */

import { api, isOffline, Refused, type Reviewed } from "../net/api";
import { words } from "../words";
import type { MatchReview, ReviewStanding } from "../wire/messages";

/** Milliseconds between two questions how far it is. */
const EVERY = 1_000;

export class Asking {
  /** How far it is, as far as the server has said. */
  standing = $state.raw<ReviewStanding | null>(null);
  review = $state.raw<MatchReview | null>(null);
  /** Why there will be none, until somebody tries again. */
  problem = $state("");
  /** Whether nothing is heard of the server just now. */
  unheard = $state(false);
  #timer = 0;
  #over = false;

  constructor(private readonly of: Reviewed) {
    void this.ask();
  }

  /** Ask for it, also once more after it failed. */
  ask = (): Promise<void> => {
    this.problem = "";
    return this.#hear(api.askReview);
  };

  end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  async #hear(question: (of: Reviewed) => Promise<ReviewStanding>): Promise<void> {
    try {
      const told = await question(this.of);
      if (this.#over) return;
      this.unheard = false;
      this.#told(told);
    } catch (error) {
      if (this.#over) return;
      this.unheard = isOffline(error);
      if (this.unheard) this.#later(question);
      else this.problem = (error as Refused).message || words.notUnderstood;
    }
  }

  #told(told: ReviewStanding): void {
    this.standing = told;
    this.review = told.review;
    if (told.state === "failed") this.problem = told.words ?? "";
    // A server that was started anew has forgotten what it was asked for.
    else if (told.state === "unasked") this.#later(api.askReview);
    else if (told.state !== "made") this.#later(api.review);
  }

  #later(question: (of: Reviewed) => Promise<ReviewStanding>): void {
    this.#timer = window.setTimeout(() => void this.#hear(question), EVERY);
  }
}
