/** A table as this browser knows it: what it was told, whose eyes it looks through, and what it wishes. */

import { OwnHalf, type Half } from "../luck/half";
import { Happenings } from "../parts/happenings.svelte";
import type { Hint, Shown } from "../table/shown";
import { words } from "../words";
import type {
  Because,
  ChatLine,
  HintAnswer,
  MatchStanding,
  Pause,
  Presence,
  Said,
  Seen,
  TableInfo,
  Told,
  Update,
  WishRefused,
} from "../wire/messages";
import { api, Refused } from "./api";
import { Line, type Link, type Listener } from "./line";
import { oneByOne } from "./rows";
import { Wishes, type Settled } from "./wishes";

/** Why something cannot be done, to be shown to the person who wished for it. */
export interface Reason {
  words: string;
  clause: string | null;
}

/** Everything that was asked for through one pair of eyes, while it is being told. */
interface Telling {
  seat: number | null;
  since: number;
  /** Until then, what comes was still meant for the eyes before. */
  begun: boolean;
  /** Other eyes were asked for meanwhile, so what is told is heard to its end but not looked at. */
  overtaken: boolean;
}

export class LiveTable implements Shown {
  readonly past = false;
  info = $state.raw<TableInfo | null>(null);
  /** How the match stands, as it is being shown; what is told of it waits for the last figure. */
  readonly happenings = new Happenings(() => this.mine);
  entries = $state.raw<Seen[]>([]);
  #heard = $state.raw<ChatLine[]>([]);
  /** The last line, without its words, of whoever is muted. */
  #silenced = $state.raw<ChatLine[]>([]);
  muted = $derived(this.#silenced.map((line) => line.person));
  /** What is said at the table; of whoever is muted only that they spoke. */
  chat = $derived(
    [...this.#heard.filter((line) => !this.muted.includes(line.person)), ...this.#silenced].sort(
      (one, other) => one.number - other.number,
    ),
  );
  presence = $state.raw<Presence | null>(null);
  /** What is being read before the match goes on, as it was told last: seconds count, whatever is still shown. */
  pause = $state.raw<Pause | null>(null);
  link = $state<Link>("connecting");
  reason = $state.raw<Reason | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Whether a wish is on its way. */
  busy = $state(false);
  problem = $state<string | null>(null);
  /** With several seats on one device: the seat whose person said that they hold it. */
  handedTo = $state<number | null>(null);

  #seat: number | null = null;
  #seq = 0;
  /** The newest position that was told, which may still wait to be shown. */
  #newest: MatchStanding | null = null;
  /** The entry after which it was told. */
  #newestSeq = 0;
  #fresh = true;
  #telling: Telling | null = null;
  #line: Line | null = null;
  /** Counts lines, so that an answer to one that was given up is known for that. */
  #lines = 0;
  #closed = false;
  #starting = false;
  #wishes = new Wishes();
  #half = new OwnHalf((wish) => this.#wishes.make(wish));
  /** Milliseconds by which the server's clock is ahead of this device's. */
  #ahead = 0;

  constructor(readonly id: string) {}

  /** The position that is drawn. */
  get now(): MatchStanding | null {
    return this.happenings.drawn;
  }

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
    if (now === null || this.pause !== null || !this.happenings.settled) return false;
    return now.actor >= 0 && now.actor === now.seat && !this.info?.seats[now.seat]?.stand_in;
  }

  /** Whether the table waits until somebody at this device has read what has happened. */
  get reading(): boolean {
    return this.pause !== null && this.pause.waiting.some((seat) => this.mine.includes(seat));
  }

  /** The time by the server's clock, in milliseconds: deadlines are its. */
  time(): number {
    return Date.now() + this.#ahead;
  }

  open(): void {
    this.#connect(true);
  }

  close(): void {
    this.#closed = true;
    this.#lines += 1;
    this.#line?.end();
    this.#wishes.lineBreaks();
    this.happenings.jump(this.now, this.#seq);
  }

  /** The table has let this page in no more, and somebody wants to know whether it still is so. */
  tryAgain(): void {
    this.#line?.tryAgain();
  }

  /** Whoever looks has become somebody: the line of a stranger does not know that. */
  cameIn(): void {
    if (this.#line !== null) this.#connect(true);
  }

  /** What the server answered to a wish about seats: look through the right eyes from now on. */
  seated(info: TableInfo): void {
    const before = this.mine;
    // The line of a stranger, or a later change, may have told of more entries already: then the table is asked anew.
    const newest = this.info === null || info.seq >= this.info.seq;
    if (newest) this.info = info;
    if (String(info.mine) !== String(before)) this.#connect(!newest);
    void this.#tendLuck();
  }

  /** Look through another seat of one's own; where seats have secrets, nothing is left of what the one before saw. */
  lookAs(seat: number, secrets: boolean): void {
    this.#seat = seat;
    this.hint = null;
    this.reason = null;
    if (secrets) this.#forgetWhatWasSeen();
    if (this.#telling === null) this.#look();
    else this.#telling.overtaken = true;
  }

  async play(action: number): Promise<boolean> {
    if (this.now === null || this.busy) return false;
    this.busy = true;
    this.reason = null;
    this.hint = null;
    try {
      const how = await this.#wishes.make({ type: "play", ply: this.now.ply, action, seq: this.#seq });
      return how.done;
    } finally {
      this.busy = false;
    }
  }

  undo(ply: number): Promise<Settled> {
    this.reason = null;
    return this.#wishes.make({ type: "undo", ply });
  }

  answer(question: number, yes: boolean): Promise<Settled> {
    return this.#wishes.make({ type: "answer", question, yes });
  }

  /** Whoever sits here has read what the table waits for. */
  goOn(): void {
    if (this.pause !== null && this.reading) void this.#wishes.make({ type: "on", pause: this.pause.seq });
  }

  say(text: string): Promise<Settled> {
    return this.#wishes.make({ type: "chat", text });
  }

  /** Hear somebody no more, or again: then the table tells what they said meanwhile. */
  async mute(person: string, muted: boolean): Promise<void> {
    const others = this.#silenced.filter((line) => line.person !== person);
    const last = this.chat.findLast((line) => line.person === person);
    this.#silenced = muted && last ? [...others, { ...last, text: null }] : others;
    await this.#wishes.make({ type: "mute", person, muted });
    if (!muted) this.#connect(false);
  }

  resign(): Promise<Settled> {
    return this.#wishes.make({ type: "resign" });
  }

  comeBack(): Promise<Settled> {
    return this.#wishes.make({ type: "return" });
  }

  askHint(): void {
    void this.#wishes.make({ type: "hint" });
  }

  /** Ask why a wish is not legal; the answer is shown as a card. */
  why(wish: number | string): void {
    void this.#wishes.make({ type: "why", wish });
  }

  /** The host starts once this browser's own luck is promised. */
  async start(): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    this.problem = null;
    try {
      await this.#tendLuck();
      const info = await api.start(this.id);
      if (this.#closed) return;
      this.#learn(info);
      await this.#tendLuck();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.message || words.cannotReach;
    } finally {
      this.#starting = false;
    }
  }

  /** Go away from a match; false when the table could not be told, so that it still waits for this person. */
  async leave(): Promise<boolean> {
    this.problem = null;
    try {
      await api.leave(this.id);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // There is nothing to leave any more.
      if (error.code === "not_now") return true;
      this.problem = error.message || words.cannotReach;
      return false;
    }
  }

  /** What this browser can say of its own half of the luck. */
  keptEntropy(): Half[] {
    return this.info === null ? [] : this.#half.known(this.info);
  }

  #connect(doubtful: boolean): void {
    this.#line?.end();
    if (this.#closed) return;
    this.link = "connecting";
    this.#lines += 1;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/api/tables/${this.id}/socket`;
    this.#line = new Line(address, this.#listener(this.#lines), doubtful);
  }

  #listener = (line: number): Listener => ({
    ticket: async (doubtful) => {
      if (doubtful) {
        const info = await api.table(this.id);
        if (line === this.#lines) this.#learnSeats(info);
      }
      return (await api.ticket(this.id)).ticket;
    },
    hello: (ticket) => {
      this.#takeSeat();
      this.#telling = { seat: this.#seat, since: this.#seq, begun: true, overtaken: false };
      const hello: Said = { type: "hello", since: this.#seq, ticket, changes: true, rows: true };
      return this.#seat === null ? hello : { ...hello, seat: this.#seat };
    },
    welcomed: () => {
      this.#half.lineOpens();
      this.#wishes.lineOpens((said) => this.#line?.say(said));
    },
    heard: (message) => this.#hear(message),
    broken: () => {
      this.#telling = null;
      this.#wishes.lineBreaks();
    },
    blamed: () => {
      if (this.#wishes.giveUp(words.notUnderstood)) this.reason = { words: words.notUnderstood, clause: null };
    },
    changed: (link) => (this.link = link),
    timed: (ahead) => (this.#ahead = ahead),
  });

  /** The seats that the server says are mine decide whose eyes these are; true when they were somebody else's. */
  #takeSeat(): boolean {
    const { mine } = this;
    if (this.#seat === null ? mine.length === 0 : mine.includes(this.#seat)) return false;
    this.#seat = mine[0] ?? null;
    this.handedTo = null;
    this.#forgetWhatWasSeen();
    return true;
  }

  #forgetWhatWasSeen(): void {
    this.#seq = 0;
    this.#fresh = true;
    this.entries = [];
    this.#newest = this.pause = null;
    this.happenings.jump(null, 0);
    this.hint = null;
    this.reason = null;
    this.#wishes.changeEyes();
  }

  #look(): void {
    const telling = { seat: this.#seat, since: this.#seq, begun: false, overtaken: false };
    // Without a line the next hello says it.
    if (this.#line?.say({ type: "look", seat: telling.seat, since: telling.since })) this.#telling = telling;
  }

  #hear(message: Told): void {
    switch (message.type) {
      case "update":
        return this.#update(message);
      case "ack":
        return this.#wishes.settle(message.id, { done: true, seq: message.seq });
      case "refused":
        return this.#refused(message);
      case "because":
        return this.#because(message);
      case "hint":
        return this.#advise(message);
      case "chat":
        return this.#listen(message);
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

  /** Every new line tells the chat again. */
  /** A line without words is of somebody whom I have muted, here or on another device; one with words of somebody who is heard. */
  #listen(line: ChatLine): void {
    const others = this.#silenced.filter((known) => known.person !== line.person);
    if (line.text === null) this.#silenced = [...others, line];
    else if (others.length < this.#silenced.length) this.#silenced = others;
    if (line.text === null) return;
    if (!this.#heard.some((known) => known.number === line.number)) this.#heard = [...this.#heard, line];
  }

  #update(update: Update): void {
    if (!this.#isForTheseEyes(update)) return;
    const known = this.#seq;
    const added = update.entries.filter((entry) => entry.seq > known).map(oneByOne);
    this.#seq = Math.max(known, update.seq);
    if (added.length > 0) this.entries = [...this.entries, ...added];
    if (update.table) this.#learn(update.table);
    // A seat was taken or lost by what this very update tells.
    if (update.table && this.#takeSeat()) return this.#look();
    if (update.now?.seat === (this.#seat ?? WATCHER)) {
      const now = wholeStanding(update.now, this.#newest, this.#newestSeq);
      // What it builds on was never told: then everything is asked for anew.
      if (now === null) return this.#look();
      this.#stand(now);
      this.#newestSeq = update.seq;
    }
    // What was missed over a long while is not acted out.
    if (this.#fresh || update.more) this.happenings.jump(this.#newest, this.#seq);
    else
      this.happenings.add({
        now: this.#newest,
        seq: this.#seq,
        happened: added.flatMap(({ happened }) => happened ?? []),
      });
    this.#fresh = update.more;
    if (!update.more) void this.#tendLuck();
  }

  #stand(now: MatchStanding): void {
    if (now.ply !== this.#newest?.ply) {
      this.hint = null;
      this.reason = null;
    }
    this.#newest = now;
    this.pause = now.pause;
  }

  /** After a change of eyes, what was on its way to the ones before is neither shown nor kept. */
  #isForTheseEyes(update: Update): boolean {
    const telling = this.#telling;
    if (telling === null) return true;
    telling.begun ||= begins(update, telling);
    if (!telling.begun) return false;
    if (!update.more) this.#telling = null;
    if (!telling.overtaken) return true;
    if (!update.more) this.#look();
    return false;
  }

  #refused(refusal: WishRefused): void {
    // The table does not let us look through these eyes: whose are they?
    if (refusal.id === null && this.#telling?.begun === false) return this.#connect(true);
    const wish = this.#wishes.of(refusal.id);
    if (!this.#wishes.refuse(refusal)) return;
    // Another tab was faster: the update that came before shows how things stand.
    if (refusal.code === "stale") return;
    if (wish === null || wish.type === "commit" || wish.type === "open") return;
    this.reason = { words: refusal.words, clause: refusal.clause };
  }

  #advise({ id, action, words, then }: HintAnswer): void {
    if (this.#wishes.of(id) !== null) this.hint = { action, words, then, ply: this.now?.ply ?? 0 };
    this.#wishes.settle(id, { done: true, seq: null });
  }

  #because(because: Because): void {
    const wish = this.#wishes.of(because.id);
    this.#wishes.settle(because.id, { done: true, seq: null });
    if (wish !== null && !because.legal) this.reason = { words: because.words, clause: because.clause };
  }

  #learn(info: TableInfo): void {
    // An answer to a request may be older than what the socket has told meanwhile.
    if (this.info === null || info.seq >= this.info.seq) this.info = info;
  }

  /** Whatever a line told that was opened as somebody else: these are the seats of whoever asks now. */
  #learnSeats(info: TableInfo): void {
    this.#learn(info);
    if (this.info !== null) this.info = { ...this.info, mine: info.mine };
  }

  /** Promise luck or open it, and look again afterwards: seats may have changed hands meanwhile. */
  async #tendLuck(): Promise<void> {
    const { info } = this;
    if (info === null || this.#closed) return;
    this.#half.open(info);
    await this.#half.promise(info);
    if (this.info !== info) await this.#tendLuck();
  }
}

/** A position with its whole view: what has changed of it laid over the view before, if that is the one it was made for. */
export function wholeStanding(
  now: MatchStanding,
  before: MatchStanding | null,
  beforeSeq: number,
): MatchStanding | null {
  if (now.since === null) return now;
  if (before === null || before.seat !== now.seat || beforeSeq !== now.since) return null;
  return { ...now, view: { ...(before.view as object), ...(now.view as object) }, since: null };
}

/** Whether an update is the first of what was asked for, and not one for the eyes before. */
function begins(update: Update, { seat, since }: Telling): boolean {
  if (update.now !== null && update.now.seat !== (seat ?? WATCHER)) return false;
  const first = update.entries[0]?.seq;
  return first === since + 1 || (first === undefined && since > 0);
}

export const WATCHER = -3;
export const CHANCE = -1;
export const OVER = -2;
