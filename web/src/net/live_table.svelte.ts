/** A table as this browser knows it: what it was told, whose eyes it looks through, and what it wishes. */

import { commitmentOf, freshEntropy, hex } from "../luck/fairluck1";
import { forget, keep, kept } from "../kept";
import type {
  Because,
  ChatLine,
  Happening,
  Presence,
  Refusal,
  Said,
  Seen,
  Standing,
  TableInfo,
  Told,
  Update,
} from "../wire/messages";
import { api, Refused } from "./api";
import { Line, type Link } from "./line";

/** Why something cannot be done, to be shown to the person who wished for it. */
export interface Reason {
  words: string;
  clause: string | null;
}

export interface Hint {
  action: number;
  words: string;
  ply: number;
}

type Wish = Extract<Said, { id: string }>;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
type Settled = { done: true } | { done: false; refusal: Refusal };

export class LiveTable {
  info = $state.raw<TableInfo | null>(null);
  now = $state.raw<Standing | null>(null);
  entries = $state.raw<Seen[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  muted = $state.raw<string[]>([]);
  presence = $state.raw<Presence | null>(null);
  link = $state<Link>("connecting");
  /** What has just happened, for boards that animate it; a new list each time. */
  latest = $state.raw<Happening[]>([]);
  reason = $state.raw<Reason | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Whether a wish is on its way. */
  busy = $state(false);
  problem = $state<string | null>(null);
  /** With several seats on one device: the seat whose person said that they hold it. */
  handedTo = $state<number | null>(null);

  #seat: number | null = null;
  #seq = 0;
  #fresh = true;
  #line: Line | null = null;
  #wishes = new Map<string, { said: Wish; settle: (how: Settled) => void }>();
  #starting = false;
  #opened = new Set<string>();

  constructor(readonly id: string) {}

  get seat(): number {
    return this.now?.seat ?? this.#seat ?? WATCHER;
  }

  get mine(): number[] {
    return this.info?.mine ?? [];
  }

  /** Whether several seats of this table are played on this device. */
  get hotSeat(): boolean {
    return this.mine.length > 1;
  }

  /** Whether the seat that one looks through decides now, and no bot in one's place. */
  get myTurn(): boolean {
    const now = this.now;
    return now !== null && now.actor >= 0 && now.actor === now.seat && !this.info?.seats[now.seat]?.stand_in;
  }

  async open(): Promise<void> {
    try {
      this.#learn(await api.table(this.id));
    } catch (error) {
      if (error instanceof Refused && error.code === "not_found") {
        this.link = "gone";
        return;
      }
    }
    this.#connect();
  }

  #connect(): void {
    this.#line?.end();
    this.#seat = this.mine[0] ?? null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#line = new Line(`${scheme}//${location.host}/api/tables/${this.id}/socket`, {
      greeting: () => this.#greeting(),
      heard: (message) => this.#hear(message),
      changed: (link) => (this.link = link),
    });
  }

  close(): void {
    this.#line?.end();
  }

  /** Somebody has sat down or got up: look through the right eyes from now on. */
  seated(info: TableInfo): void {
    this.#learn(info);
    // The line of a stranger may have told of later entries already, but whose seats they are it does not know.
    if (this.info !== null) this.info = { ...this.info, mine: info.mine };
    // The line was opened by somebody without a seat, perhaps without a name: begin anew as who one is now.
    if (this.#seat === null && this.mine.length > 0) {
      this.#seq = 0;
      this.entries = [];
      this.#connect();
    }
    void this.#prepareLuck();
  }

  /** Look through another seat of one's own; where seats have secrets, nothing is left of what the one before saw. */
  lookAs(seat: number, secrets: boolean): void {
    this.#seat = seat;
    this.hint = null;
    this.reason = null;
    if (secrets) {
      this.#seq = 0;
      this.#fresh = true;
      this.entries = [];
      this.latest = [];
      this.now = null;
    }
    this.#line?.say({ type: "look", seat, since: this.#seq });
  }

  async play(action: number): Promise<boolean> {
    if (this.now === null || this.busy) return false;
    this.busy = true;
    this.reason = null;
    this.hint = null;
    try {
      const how = await this.#wish({ type: "play", ply: this.now.ply, action, seq: this.#seq });
      return how.done;
    } finally {
      this.busy = false;
    }
  }

  undo(ply: number): Promise<Settled> {
    this.reason = null;
    return this.#wish({ type: "undo", ply });
  }

  answer(question: number, yes: boolean): Promise<Settled> {
    return this.#wish({ type: "answer", question, yes });
  }

  say(text: string): Promise<Settled> {
    return this.#wish({ type: "chat", text });
  }

  mute(person: string, muted: boolean): void {
    this.muted = muted ? [...this.muted, person] : this.muted.filter((other) => other !== person);
    void this.#wish({ type: "mute", person, muted });
  }

  resign(): Promise<Settled> {
    return this.#wish({ type: "resign" });
  }

  comeBack(): Promise<Settled> {
    return this.#wish({ type: "return" });
  }

  askHint(): void {
    void this.#wish({ type: "hint" });
  }

  /** Ask why a wish is not legal; the answer is shown as a card. */
  why(wish: number | string): void {
    void this.#wish({ type: "why", wish });
  }

  /** The host starts once this browser's own luck is promised. */
  async start(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    try {
      await this.#prepareLuck();
      this.#learn(await api.start(this.id));
      await this.#openLuck();
    } catch (error) {
      if (error instanceof Refused) this.problem = error.message;
    } finally {
      this.#starting = false;
    }
  }

  /** What this browser promised for its seats. */
  keptEntropy(): Map<number, string> {
    const info = this.info;
    const found = (info?.mine ?? []).map((seat) => [seat, kept(this.#entropyName(info!, seat))] as const);
    return new Map(found.filter((pair): pair is [number, string] => pair[1] !== null));
  }

  async #greeting(): Promise<Said> {
    const { ticket } = await api.ticket(this.id);
    const hello: Said = { type: "hello", since: this.#seq, ticket };
    // Whatever was not answered before the line broke is said again: the same id never counts twice.
    queueMicrotask(() => this.#wishes.forEach(({ said }) => this.#line?.say(said)));
    return this.#seat === null ? hello : { ...hello, seat: this.#seat };
  }

  #wish(wish: WithoutId<Wish>): Promise<Settled> {
    const said = { ...wish, id: hex(crypto.getRandomValues(new Uint8Array(12))) } as Wish;
    return new Promise((settle) => {
      this.#wishes.set(said.id, { said, settle });
      this.#line?.say(said);
    });
  }

  #settle(id: string | null, how: Settled): void {
    if (id === null) return;
    this.#wishes.get(id)?.settle(how);
    this.#wishes.delete(id);
  }

  #hear(message: Told): void {
    switch (message.type) {
      case "update":
        return this.#update(message);
      case "ack":
        return this.#settle(message.id, { done: true });
      case "refused":
        return this.#refused(message);
      case "because":
        return this.#because(message);
      case "hint":
        this.hint = { action: message.action, words: message.words, ply: this.now?.ply ?? 0 };
        return this.#settle(message.id, { done: true });
      case "chat":
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message];
        return;
      case "presence":
        this.presence = message;
        return;
      case "pong":
      case "closing":
        return;
      default:
        // A newer server may say more than this page knows; what it draws stays right.
        return;
    }
  }

  #update(update: Update): void {
    const known = this.#seq;
    const added = update.entries.filter((entry) => entry.seq > known);
    this.#seq = Math.max(known, update.seq);
    if (added.length > 0) this.entries = [...this.entries, ...added];
    if (update.table) this.#learn(update.table);
    if (update.now) {
      if (update.now.ply !== this.now?.ply) {
        this.hint = null;
        this.reason = null;
      }
      this.now = update.now;
    }
    if (update.more) return;
    const happened = added.flatMap((entry) => entry.happened ?? []);
    this.latest = this.#fresh ? [] : happened;
    this.#fresh = false;
    void this.#prepareLuck();
    void this.#openLuck();
  }

  #refused(refusal: Refusal): void {
    const wish = refusal.id === null ? undefined : this.#wishes.get(refusal.id);
    if (wish && LATER.has(refusal.code)) {
      setTimeout(() => this.#line?.say(wish.said), 600);
      return;
    }
    this.#settle(refusal.id, { done: false, refusal });
    // Another tab was faster: the update that came before shows how things stand.
    if (refusal.code === "stale") return;
    if (wish?.said.type === "commit" || wish?.said.type === "open") return;
    this.reason = { words: refusal.words, clause: refusal.clause };
  }

  #because(because: Because): void {
    this.#settle(because.id, { done: true });
    if (!because.legal) this.reason = { words: because.words, clause: because.clause };
  }

  #learn(info: TableInfo): void {
    // An answer to a request may be older than what the socket has told meanwhile.
    if (this.info !== null && info.seq < this.info.seq) return;
    this.info = info;
  }

  /** fairluck1, step 2: each seat of mine promises 32 bytes that nobody else knows. */
  async #prepareLuck(): Promise<void> {
    const info = this.info;
    // Without a secure address the browser has no hashes, and the server brings the luck for this seat.
    if (info?.status !== "gathering" || !isSecureContext) return;
    for (const seat of info.mine) {
      const name = this.#entropyName(info, seat);
      if (kept(name) !== null) continue;
      const entropy = freshEntropy();
      keep(name, hex(entropy));
      const commitment = await commitmentOf(info.id, info.luck.commitment, seat, entropy);
      const how = await this.#wish({ type: "commit", seat, commitment });
      if (!how.done) forget(name);
    }
  }

  /** fairluck1, step 4: once all seats are locked, show what was promised. */
  async #openLuck(): Promise<void> {
    const info = this.info;
    if (info?.status !== "locked") return;
    for (const seat of info.mine) {
      const name = this.#entropyName(info, seat);
      const entropy = kept(name);
      if (entropy === null || info.seats[seat]?.luck !== "seat" || this.#opened.has(name)) continue;
      this.#opened.add(name);
      await this.#wish({ type: "open", seat, entropy });
    }
  }

  #entropyName(info: TableInfo, seat: number): string {
    return `luck.${info.id}.${seat}.${info.luck.commitment.slice(0, 16)}`;
  }
}

/** Refusals that only mean: say the same again in a moment. */
const LATER = new Set(["too_much", "busy"]);

export const WATCHER = -3;
export const CHANCE = -1;
export const OVER = -2;
