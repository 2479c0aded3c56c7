import { keep, kept } from "../kept";

/** How to play a game: it opens by itself at somebody's first table, and whenever it is asked for. */
export class Start {
  #open = $state(false);
  #known = $state(false);

  /** With `offer` it does not open by itself. */
  constructor(
    private readonly game: string,
    offer: boolean,
  ) {
    this.#known = kept(`known.${game}`) !== null;
    this.#open = !this.#known && !offer;
  }

  get open(): boolean {
    return this.#open;
  }
  set open(open: boolean) {
    if (this.#open && !open) this.#know();
    this.#open = open;
  }

  /** Whether somebody is new here and has not been shown it. */
  get offered(): boolean {
    return !this.#known && !this.#open;
  }

  #know(): void {
    this.#known = true;
    keep(`known.${this.game}`, "yes");
  }
}
