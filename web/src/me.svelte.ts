import { api, Refused } from "./net/api";
import { keep, kept } from "./kept";
import type { Me } from "./wire/messages";

const GUESTS = ["Clover", "Acorn", "Lark", "Wren", "Otter", "Badger", "Robin", "Finch", "Hare", "Yarrow"];

/** Milliseconds after which a server that did not answer is asked again. */
const RETRY = 3_000;

/** Who I am here: nobody until the first table, then a guest with a name. */
class Myself {
  who = $state.raw<Me | null>(null);
  /** What I would be called. */
  name = $state(kept("name") ?? GUESTS[Math.floor(Math.random() * GUESTS.length)] ?? "Clover");

  /** How often somebody new came in on this page: a table's line must be told that its stranger has a name now. */
  arrivals = $state(0);

  /** Ask the server who I am, and what I am called since another tab or device has changed it. */
  async load(): Promise<void> {
    const before = this.who;
    try {
      const me = await api.me();
      // What I said myself meanwhile is newer.
      if (me !== null && this.who === before) this.#is(me);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Without an answer one would be taken for a stranger; the server itself refuses this to nobody for good.
      setTimeout(() => void this.load(), RETRY);
    }
  }

  async rename(name: string): Promise<void> {
    const cameIn = this.who === null;
    this.#is(await api.name(name));
    if (cameIn) this.arrivals += 1;
  }

  /** Come in, if that has not happened yet; a name that has become somebody's account gets a number. */
  async arrive(): Promise<void> {
    if (this.who !== null) return;
    try {
      await this.rename(this.name);
    } catch (error) {
      if (!(error instanceof Refused && error.code === "not_now")) throw error;
      await this.rename(`${this.name.slice(0, 19)} ${1000 + Math.floor(9000 * Math.random())}`);
    }
  }

  #is(me: Me): void {
    this.who = me;
    this.name = me.name;
    keep("name", me.name);
  }
}

export const myself = new Myself();
