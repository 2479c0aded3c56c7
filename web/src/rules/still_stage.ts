import type { Stage } from "../games";
import { OVER } from "../net/live_table.svelte";
import { words } from "../words";
import type { RulesPicture } from "../wire/messages";

/** A position of a rulebook, as a game's own components draw it: nobody decides there, and nothing ever moves. */
export class StillStage implements Stage {
  readonly still = true;
  readonly myTurn = false;
  readonly legal = [];
  readonly ply = 0;
  readonly busy = false;
  readonly hint = null;
  readonly hinted = null;
  readonly hintedThen = null;
  readonly marked = null;
  readonly back = null;
  readonly names = words.rulebook.seats;
  #own = new Map<unknown, unknown>();

  constructor(private readonly picture: RulesPicture) {}

  get view(): unknown {
    return this.picture.view;
  }
  get told(): unknown {
    return this.picture.view;
  }
  get seat(): number {
    return this.picture.seat;
  }
  get over(): boolean {
    return this.picture.actor === OVER;
  }
  play(): void {}
  why(): void {}
  undo(): void {}
  goOn(): void {}
  watch(): void {}
  own<State>(kind: new (stage: Stage) => State): State {
    if (!this.#own.has(kind)) this.#own.set(kind, new kind(this));
    return this.#own.get(kind) as State;
  }
}
