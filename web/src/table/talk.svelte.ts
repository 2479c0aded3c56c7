import { keep, kept } from "../kept";
import type { LiveTable } from "../net/live_table.svelte";

const read = (table: string): number => Number(kept(`read.${table}`) ?? -1);

/** The chat of a table goes on at its rematch, and what was read stays read. */
export function carryRead(old: string, next: string): void {
  if (read(old) > read(next)) keep(`read.${next}`, String(read(old)));
}

export type Page = "log" | "chat" | "glance";

/** What lies beside the board: which page of it is open, and what of the chat was read here. */
export class Talk {
  page = $state<Page>("log");
  /** Whether it lies open where it has no place of its own. */
  open = $state(false);
  /** The number of the newest line that was read here; a reload still knows it. */
  #read = $state(-1);

  /** Without a table with people at it there is nothing to hear. */
  constructor(private readonly table: LiveTable | null) {
    if (table !== null) this.#read = read(table.id);
  }

  get unread(): number {
    if (this.table === null) return 0;
    const { info, mine, chat } = this.table;
    const seatOf = (person: string): number => info?.seats.findIndex((seat) => seat.person === person) ?? -1;
    return chat.filter((line) => line.number > this.#read && !mine.includes(seatOf(line.person))).length;
  }

  /** The chat lies open: everything in it is read. */
  readAll(): void {
    const newest = this.table?.chat.at(-1)?.number;
    if (this.table === null || newest === undefined) return;
    this.#read = newest;
    keep(`read.${this.table.id}`, String(newest));
  }

  show(page: Page): void {
    this.page = page;
    this.open = true;
  }

  /** New lines of the chat are what one wants to see; else what happened. */
  toggle(): void {
    if (this.open) this.open = false;
    else this.show(this.unread > 0 ? "chat" : "log");
  }
}
