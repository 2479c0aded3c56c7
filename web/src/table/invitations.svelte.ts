/** Invite links: those that a host has made, as the server knows them, and the one that a visitor came by. */

import { forget, keep, kept } from "../kept";
import { api, isOffline, Refused } from "../net/api";
import { words } from "../words";
import type { InviteLine } from "../wire/messages";

/** The secret of an invite stands behind the # and leaves the address at once; a reload still knows it. */
export function takeInvite(table: string): string | null {
  const secret = location.hash.slice(1);
  if (secret !== "") {
    keep(`invite.${table}`, secret);
    history.replaceState(history.state, "", location.pathname);
  }
  return kept(`invite.${table}`);
}

/** Whoever sits needs the link no more. */
export function forgetInvite(table: string): void {
  forget(`invite.${table}`);
}

/** Whoever has set up a table with an open chair wants to invite somebody: the first link is made at once. */
export function wantsLink(table: string): void {
  keep(`link.${table}`, "yes");
}

/** Milliseconds after which a server that could not be reached is tried again. */
const AGAIN = 2000;

/** A link as the host sees it; `url` is null where this browser does not know its secret. */
export interface HostLink extends InviteLine {
  url: string | null;
}

/** The links of one table. Only the server knows how each one stands; only this browser knows the secrets it was told. */
export class Invitations {
  links = $state.raw<HostLink[]>([]);
  problem = $state("");
  busy = $state(false);
  #asked = 0;
  #again = 0;

  constructor(private readonly table: string) {}

  /** Nobody looks at the links any more. */
  leave(): void {
    clearTimeout(this.#again);
  }

  /** Ask how the links stand; of several answers under way the newest counts. */
  async look(): Promise<void> {
    clearTimeout(this.#again);
    this.#asked += 1;
    const mine = this.#asked;
    await this.#try(async () => {
      const lines = await api.invites(this.table);
      if (mine === this.#asked) this.links = lines.map((line) => ({ ...line, url: kept(this.#name(line.id)) }));
    });
  }

  /** The first link of a table that has just been set up: one for all if several chairs are open. */
  async first(openChairs: number): Promise<void> {
    if (kept(`link.${this.table}`) === null) return;
    forget(`link.${this.table}`);
    await this.make(openChairs > 1);
  }

  async make(group: boolean): Promise<void> {
    await this.#change(async () => {
      const made = await api.invite(this.table, group);
      const whole = /^https?:/.test(made.link);
      keep(this.#name(made.id), whole ? made.link : `${location.origin}/t/${this.table}#${made.secret}`);
    });
  }

  /** Take a link back, or clear away one that is of no use any more. */
  async takeBack(id: string): Promise<void> {
    await this.#change(async () => {
      try {
        await api.takeBack(this.table, id);
      } catch (error) {
        // Another tab was faster.
        if (!(error instanceof Refused && error.code === "not_found")) throw error;
      }
      forget(this.#name(id));
    });
  }

  async #change(change: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      if (await this.#try(change)) await this.look();
    } finally {
      this.busy = false;
    }
  }

  async #try(wish: () => Promise<void>): Promise<boolean> {
    try {
      await wish();
      this.problem = "";
      return true;
    } catch (error) {
      this.problem = (error as Error).message || words.cannotReach;
      // That the server cannot be reached is said only as long as it is so.
      if (isOffline(error)) {
        clearTimeout(this.#again);
        this.#again = window.setTimeout(() => void this.look(), AGAIN);
      }
      return false;
    }
  }

  #name(invite: string): string {
    return `link.${this.table}.${invite}`;
  }
}

/** Whether a link leads to this very device only, so that nobody else could follow it. */
export function isOnlyHere(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^127\./.test(hostname) || hostname === "[::1]";
}
