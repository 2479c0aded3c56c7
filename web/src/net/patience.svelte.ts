import { onDestroy } from "svelte";
import { patiently } from "./api";

/** Asks for what a component needs, as long as it is there. */
export class Patience {
  /** Whether nothing is heard of the server just now. */
  lost = $state(false);
  #stays = true;

  constructor() {
    onDestroy(() => (this.#stays = false));
  }

  /** What is not wanted any more is never answered. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const answer = await patiently(
      async () => ({ given: await question() }),
      () => this.#stays,
      () => (this.lost = true),
    );
    this.lost = false;
    return answer === null ? new Promise<never>(() => undefined) : answer.given;
  }
}
