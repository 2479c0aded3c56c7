import type { Stage } from "../src/games";

/** A table in a script: its position is set by the test, and what is asked of it is noted. */
export class ScriptedStage {
  said: string[] = [];
  busy = $state(false);
  #view = $state.raw<unknown>(null);
  #legal = $state.raw<unknown[]>([]);

  constructor(view: unknown, legal: unknown[]) {
    this.now(view, legal);
  }

  /** The server has answered. */
  now(view: unknown, legal: unknown[]): void {
    this.#view = view;
    this.#legal = legal;
    this.busy = false;
  }

  get stage(): Stage {
    const script = this;
    return {
      get view() {
        return script.#view;
      },
      get legal() {
        return script.#legal;
      },
      get busy() {
        return script.busy;
      },
      seat: 0,
      myTurn: true,
      names: ["Oak", "Elm"],
      back: 0,
      play: (action: number) => script.said.push(`play ${action}`),
      why: (wish: number | string) => script.said.push(`why ${wish}`),
      undo: (ply: number) => script.said.push(`undo ${ply}`),
    } as unknown as Stage;
  }
}
