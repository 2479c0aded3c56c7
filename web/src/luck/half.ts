/** This browser's own half of a table's luck: what it promised for its seats, and what it opened. */

import { keep, kept } from "../kept";
import type { Settled, Wish, WithoutId } from "../net/wishes";
import type { TableInfo } from "../wire/messages";
import { commitmentOf, freshEntropy, hex } from "./fairluck1";

/** What this browser can say of one of its seats when the match is over. */
export interface Half {
  seat: number;
  /** The promise of this start that it opened itself, if it did. */
  opened: string | null;
  /** What it keeps for the promise that the table holds for this seat, if that is its own. */
  entropy: string | null;
}

interface Promised {
  /** What the table had committed to when the promise was made. */
  to: string;
  /** The entry of the log that holds it; none is late enough while it is on its way. */
  entry: number;
  done: Promise<void>;
}

// The table's commitment, the seat and the entropy are all in the hash, so a promise has one name wherever it was made.
const entropyOf = (table: string, promise: string): string => `luck.${table}.${promise}`;
const openedBy = (info: TableInfo, seat: number): string =>
  `luck.${info.id}.opened.${info.luck.commitment.slice(0, 16)}.${seat}`;
const promiseOf = (info: TableInfo, seat: number): string | null => info.luck.seat_commitments[seat] ?? null;

export class OwnHalf {
  #promised = new Map<number, Promised>();
  #opened = new Set<string>();

  constructor(private readonly wish: (wish: WithoutId<Wish>) => Promise<Settled>) {}

  /** fairluck1, step 2: each seat of mine promises 32 bytes that nobody else knows. */
  async promise(info: TableInfo): Promise<void> {
    // Without a secure address the browser has no hashes, and the server brings the luck for this seat.
    if (info.status !== "gathering" || !isSecureContext) return;
    for (const seat of info.mine) {
      if (!this.#mustPromise(info, seat)) continue;
      const promised: Promised = { to: info.luck.commitment, entry: Infinity, done: Promise.resolve() };
      promised.done = this.#promise(info, seat, promised);
      this.#promised.set(seat, promised);
    }
    await Promise.all(info.mine.flatMap((seat) => this.#promised.get(seat)?.done ?? []));
  }

  /** fairluck1, step 4: once all seats are locked, show what was promised. */
  open(info: TableInfo): void {
    if (info.status !== "locked") return;
    for (const seat of info.mine) {
      const promise = promiseOf(info, seat);
      const entropy = promise === null ? null : kept(entropyOf(info.id, promise));
      if (promise === null || entropy === null || this.#opened.has(promise)) continue;
      this.#opened.add(promise);
      void this.wish({ type: "open", seat, entropy }).then((how) => {
        if (how.done) keep(openedBy(info, seat), promise);
      });
    }
  }

  /** A server that was started anew has forgotten who has opened, so it is told again. */
  lineOpens(): void {
    this.#opened.clear();
  }

  known(info: TableInfo): Half[] {
    return info.mine.map((seat) => {
      const promise = promiseOf(info, seat);
      return {
        seat,
        opened: kept(openedBy(info, seat)),
        entropy: promise === null ? null : kept(entropyOf(info.id, promise)),
      };
    });
  }

  /** The table says what is promised: a seat that was left and taken again has promised nothing yet. */
  #mustPromise(info: TableInfo, seat: number): boolean {
    const promise = promiseOf(info, seat);
    const last = this.#promised.get(seat);
    const already = last?.to === info.luck.commitment;
    if (promise === null) return !already || info.seq >= last.entry;
    // A promise of another device, or one that this browser has lost, is replaced once: two devices never take turns.
    return kept(entropyOf(info.id, promise)) === null && !already;
  }

  async #promise(info: TableInfo, seat: number, promised: Promised): Promise<void> {
    const entropy = freshEntropy();
    const commitment = await commitmentOf(info.id, info.luck.commitment, seat, entropy);
    keep(entropyOf(info.id, commitment), hex(entropy));
    const how = await this.wish({ type: "commit", seat, commitment });
    promised.entry = how.done ? (how.seq ?? 0) : 0;
  }
}
