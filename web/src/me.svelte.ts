import { api, Refused } from "./net/api";
import { keep, kept } from "./kept";
import type { Me } from "./wire/messages";

const GUESTS = ["Clover", "Fern", "Moss", "Thistle", "Acorn", "Bramble", "Nettle", "Sorrel", "Burdock", "Yarrow"];

/** Who I am here: nobody until the first table, then a guest with a name. */
class Myself {
  who = $state.raw<Me | null>(null);
  /** What I would be called. */
  name = $state(kept("name") ?? GUESTS[Math.floor(Math.random() * GUESTS.length)] ?? "Clover");

  async load(): Promise<void> {
    try {
      this.#is(await api.me());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  async rename(name: string): Promise<void> {
    this.name = name;
    keep("name", name);
    this.#is(await api.name(name));
  }

  /** Come in, if that has not happened yet. */
  async arrive(): Promise<void> {
    if (this.who === null) await this.rename(this.name);
  }

  #is(me: Me): void {
    this.who = me;
    this.name = me.name;
    keep("name", me.name);
  }
}

export const myself = new Myself();
