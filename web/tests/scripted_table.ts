/** A table at the other end: it keeps seats and a log as the protocol says, and counts what it is asked for. */

import { createHash } from "node:crypto";
import { vi } from "vitest";
import { commitment, hex, roster, seatCommitment, unhex, type Bytes } from "../src/luck/fairluck1";
import type { Half } from "../src/luck/half";
import type { Evidence } from "../src/luck/check";
import type {
  ChatLine,
  Ending,
  GameInfo,
  MatchStanding,
  Said,
  SeatInfo,
  Seen,
  TableInfo,
  Update,
} from "../src/wire/messages";
import { FakeSocket, freshSockets, WAY, type Peer } from "./sockets";

const PAGE = 3;
const bytes = (text: string): Bytes => new TextEncoder().encode(text);
const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

interface Chair {
  person: string | null;
  commitment: string | null;
  served: boolean;
}

interface Guest {
  person: string | null;
  seat: number | null;
  greeted: boolean;
}

let tables = 0;

export class ScriptedTable implements Peer {
  /** What a browser keeps for one table says nothing about another. */
  readonly id = `table${(tables += 1)}`;
  /** Who the browser's cookie says that its requests come from. */
  cookie: string | null = "me";
  seats: Chair[];
  log: Seen[] = [];
  status: TableInfo["status"] = "gathering";
  ply = 0;
  /** How often each id was really done. */
  done = new Map<string, number>();
  /** What was told to the seats, so that a secret can be looked for. */
  requests: string[] = [];
  /** Milliseconds that a request takes. */
  slow = WAY;
  /** Requests by address that are answered otherwise. */
  otherwise = new Map<string, () => Promise<Response>>();
  frozen = false;
  chat: ChatLine[] = [];
  muted = new Set<string>();
  ending: Ending | null = null;
  clock: Pick<MatchStanding, "banks" | "deadline"> = { banks: null, deadline: null };
  /** What is seen, where it is not said in a sentence: the whole of it, or what has changed with the last entry. */
  view: ((whole: boolean) => Pick<MatchStanding, "view" | "since">) | null = null;
  #guests = new Map<FakeSocket, Guest>();
  #acks = new Map<string, number>();
  #opened = new Map<number, string>();
  #start = 0;
  #tickets = new Map<string, string | null>();

  constructor(seats = 2, mine: number[] = [0]) {
    freshSockets(this);
    // Real hashes, at once: a test moves the time, and real threads know nothing of it.
    vi.spyOn(crypto.subtle, "digest").mockImplementation((_, data) => {
      const made = createHash("sha256")
        .update(new Uint8Array(data as ArrayBuffer))
        .digest();
      return Promise.resolve(new Uint8Array(made).buffer);
    });
    vi.stubGlobal("fetch", (path: string, how: RequestInit) => this.#answer(path, how));
    this.seats = Array.from({ length: seats }, () => ({ person: "friend", commitment: null, served: false }));
    this.write("created");
    for (const seat of mine) this.sit(seat, "me");
  }

  // The table

  get secret(): Bytes {
    return unhex(sha(`secret ${this.#start}`));
  }

  /** What the table has committed to. */
  committed = "";

  async commit(): Promise<this> {
    this.committed = hex(await commitment(bytes(this.id), TERMS, this.secret));
    return this;
  }

  write(kind: string, more: Partial<Seen> = {}): number {
    this.log.push({ seq: this.log.length + 1, at: 0, kind, ...more });
    for (const [socket, guest] of this.#guests) {
      if (guest.seat !== null && this.seats[guest.seat]?.person !== guest.person) guest.seat = null;
      if (guest.greeted) socket.tell(this.#update(guest, this.log.slice(-1), kind !== "played", false));
    }
    return this.log.length;
  }

  sit(seat: number, person: string): void {
    this.seats[seat] = { person, commitment: null, served: false };
    this.write("sat", { seat });
  }

  getUp(person: string, kind = "left"): void {
    for (const [seat, chair] of this.seats.entries()) {
      if (chair.person !== person) continue;
      this.seats[seat] = { person: null, commitment: null, served: false };
      this.write(kind, { seat });
    }
  }

  promise(seat: number, promised: string): number {
    this.seats[seat]!.commitment = promised;
    return this.write("committed", { seat });
  }

  /** The match begins without luck, for tests that have other worries. */
  begin(): void {
    this.status = "playing";
    this.write("started");
  }

  /** Somebody plays; the line that each seat is told is its own. */
  played(seat: number): void {
    this.ply += 1;
    this.write("played", { seat });
  }

  /** Somebody says something to everybody who hears them. */
  say(person: string): void {
    const number = this.chat.length + 1;
    const line: ChatLine = { type: "chat", number, at: 0, person, name: person, text: `line ${number}` };
    this.chat.push(line);
    for (const [socket, guest] of this.#guests) {
      if (guest.greeted && !this.muted.has(person)) socket.tell(line);
    }
  }

  async lock(): Promise<void> {
    for (const [seat, chair] of this.seats.entries()) {
      if (chair.commitment !== null) continue;
      chair.served = true;
      chair.commitment = hex(await seatCommitment(bytes(this.id), unhex(this.committed), seat, this.#ownEntropy(seat)));
    }
    this.status = "locked";
    this.#opened.clear();
    this.write("locked");
    this.#beginIfOpen();
  }

  async void(): Promise<void> {
    this.#start += 1;
    await this.commit();
    for (const chair of this.seats) Object.assign(chair, { commitment: null, served: false });
    this.#opened.clear();
    this.status = "gathering";
    this.write("voided");
  }

  /** A server that was started anew knows what is on disk, and nothing else. */
  restart(): void {
    this.#opened.clear();
    for (const socket of FakeSocket.open) socket.hangUp(1012);
    this.#guests.clear();
  }

  /** Everything that a browser needs to check the luck of this match, in which chance never spoke. */
  async evidence(info: TableInfo, kept: Half[]): Promise<Evidence> {
    const promised = this.seats.map((chair) => chair.commitment!);
    const locked = await roster(unhex(this.committed), promised.map(unhex));
    const luck = {
      kind: "fairluck1" as const,
      table: hex(bytes(this.id)),
      commitment: this.committed,
      seat_commitments: promised,
      roster: hex(locked),
      entropy: this.seats.map((_, seat) => this.#opened.get(seat) ?? hex(this.#ownEntropy(seat))),
      seals: [],
      secret: hex(this.secret),
    };
    const beginning = { board: null, origin: null, position: null };
    return {
      info,
      game: GAME,
      record: { format_version: 2, beginning, luck },
      chance: [],
      shown: [],
      kept,
    };
  }

  info(person: string | null): TableInfo {
    const seats = this.seats.map((chair, seat): SeatInfo => ({
      seat,
      person: chair.person,
      name: chair.person,
      bot: null,
      called: null,
      kept_for: null,
      stand_in: null,
      present: chair.person !== null,
      resigned: false,
      outside: false,
      rating: null,
      luck: chair.commitment === null ? "none" : chair.served ? "server" : "seat",
    }));
    return {
      id: this.id,
      game: GAME.name,
      title: "A game",
      rules_version: 1,
      options: {},
      goal: "Win.",
      public: false,
      rated: false,
      hints: true,
      clock: null,
      grace: null,
      status: this.status,
      host: "me",
      // A server that tells of moves alone leaves the table out, so these two are of no use while a match goes on.
      actor: -1,
      ply: 0,
      source: null,
      rematch: null,
      created_at: 0,
      may_sit: false,
      sent_away: false,
      seats,
      mine: seats.filter((chair) => person !== null && chair.person === person).map((chair) => chair.seat),
      asked: [],
      seq: this.log.length,
      frozen: this.frozen,
      luck: {
        commitment: this.committed,
        seat_commitments: this.seats.map((chair) => chair.commitment),
        roster: this.log.some((entry) => entry.kind === "started") ? "" : null,
        words: null,
        entropy: null,
        secret: null,
        taken_back: 0,
      },
      ending: this.ending,
    };
  }

  // The socket

  opened(socket: FakeSocket): void {
    this.#guests.set(socket, { person: this.cookie, seat: null, greeted: false });
  }

  left(socket: FakeSocket): void {
    this.#guests.delete(socket);
  }

  heard(said: Said, socket: FakeSocket): void {
    const guest = this.#guests.get(socket);
    if (guest === undefined) return;
    const refusal = this.#hear(said, socket, guest);
    if (refusal === null) return;
    const id = "id" in said ? said.id : null;
    socket.tell({ type: "refused", id, code: refusal, words: refusal, clause: null });
  }

  /** Why not, if not. */
  #hear(said: Said, socket: FakeSocket, guest: Guest): string | null {
    if (said.type === "hello") {
      if (guest.greeted) return "not_now";
      if (this.#tickets.get(said.ticket ?? "") !== guest.person) return "not_yours";
      this.#tickets.delete(said.ticket ?? "");
      guest.greeted = this.#look(said.seat ?? null, said.since ?? 0, socket, guest);
      if (!guest.greeted) return "not_yours";
      for (const line of this.chat) socket.tell(this.muted.has(line.person) ? { ...line, text: null } : line);
      return null;
    }
    if (!guest.greeted) return "not_now";
    if (said.type === "look") return this.#look(said.seat ?? null, said.since ?? 0, socket, guest) ? null : "not_yours";
    if (said.type === "ping") {
      socket.tell({ type: "pong", at: Date.now() / 1000 });
      return null;
    }
    const known = this.#acks.get(said.id);
    if (known === undefined) {
      const refusal = this.#do(said, guest);
      if (refusal !== null) return refusal;
      this.done.set(said.id, (this.done.get(said.id) ?? 0) + 1);
      this.#acks.set(said.id, said.type === "chat" ? 0 : this.log.length);
    }
    socket.tell({ type: "ack", id: said.id, seq: this.#acks.get(said.id)!, hash: "" });
    return null;
  }

  #do(said: Exclude<Said, { type: "hello" | "look" | "ping" }>, guest: Guest): string | null {
    if (said.type === "chat") return null;
    if (said.type === "mute") {
      if (said.muted) this.muted.add(said.person);
      else this.muted.delete(said.person);
      return null;
    }
    if (said.type === "play") {
      if (guest.seat === null) return "not_yours";
      if (said.ply !== this.ply) return "stale";
      this.played(guest.seat);
    } else if (said.type === "commit") {
      if (this.status !== "gathering") return "not_now";
      if (this.seats[said.seat]?.person !== guest.person) return "not_yours";
      this.promise(said.seat, said.commitment);
    } else if (said.type === "open") {
      if (this.status !== "locked") return "not_now";
      if (this.seats[said.seat]?.person !== guest.person) return "not_yours";
      this.#opened.set(said.seat, said.entropy);
      this.#beginIfOpen();
    } else return "not_now";
    return null;
  }

  #beginIfOpen(): void {
    if (this.seats.every((chair, seat) => chair.served || this.#opened.has(seat))) this.begin();
  }

  #look(seat: number | null, since: number, socket: FakeSocket, guest: Guest): boolean {
    if (seat !== null && this.seats[seat]?.person !== guest.person) return false;
    guest.seat = seat;
    const missed = this.log.slice(since);
    while (missed.length > PAGE) {
      const page = missed.splice(0, PAGE);
      socket.tell({ ...this.#update(guest, page, false, true), seq: page.at(-1)!.seq, now: null, more: true });
    }
    socket.tell(this.#update(guest, missed, true, true));
    return true;
  }

  #update(guest: Guest, entries: Seen[], table: boolean, whole: boolean): Update {
    const eyes = guest.seat ?? -3;
    const happened = entries.map((entry) =>
      entry.kind !== "played"
        ? entry
        : {
            ...entry,
            happened: [
              {
                ply: entry.seq,
                actor: entry.seat ?? 0,
                glimpse: 0,
                line: `as seat ${eyes} saw it`,
                about: entry.seat ?? 0,
                move: { type: "step" },
              },
            ],
          },
    );
    return {
      type: "update",
      seq: this.log.length,
      hash: "",
      entries: happened,
      table: table ? this.info(guest.person) : null,
      now: !this.frozen && (this.status === "playing" || this.status === "over") ? this.#standing(eyes, whole) : null,
      more: false,
    };
  }

  #standing(eyes: number, whole: boolean): MatchStanding {
    return {
      seat: eyes,
      ply: this.ply,
      actor: this.ply % this.seats.length,
      view: `what seat ${eyes} sees`,
      since: null,
      prompt: "",
      legal: [],
      undo: null,
      question: null,
      pause: null,
      ...this.clock,
      ...this.view?.(whole),
    };
  }

  // Requests

  async #answer(path: string, { method, body, signal }: RequestInit): Promise<Response> {
    this.requests.push(`${method} ${path}`);
    const wish = body === undefined ? {} : (JSON.parse(body as string) as { seat?: number });
    const otherwise = this.otherwise.get(path);
    if (otherwise !== undefined) return otherwise();
    const answer = this.#route(path.replace(`/api/tables/${this.id}`, ""), wish);
    await new Promise((resolve, reject) => {
      setTimeout(resolve, this.slow);
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
    return answer;
  }

  #route(path: string, wish: { seat?: number }): Response {
    if (path === "") return Response.json(this.info(this.cookie));
    if (path === "/ticket") {
      const ticket = `ticket ${this.#tickets.size + this.requests.length}`;
      this.#tickets.set(ticket, this.cookie);
      return Response.json({ ticket });
    }
    if (path === "/join") {
      this.cookie ??= "me";
      this.sit(wish.seat ?? 0, this.cookie);
      return Response.json(this.info(this.cookie));
    }
    if (path === "/leave") {
      this.getUp(this.cookie ?? "");
      return Response.json(this.info(this.cookie));
    }
    if (path === "/api/games") return Response.json({ games: [GAME], bots: [] });
    return Response.json({ code: "not_found", words: "", clause: null }, { status: 404 });
  }

  #ownEntropy(seat: number): Bytes {
    return unhex(sha(`entropy ${this.#start} ${seat}`));
  }
}

export const GAME = { name: "meadow", seats: [2], title: "A game", options: [], bots: [] } as unknown as GameInfo;
const TERMS = bytes(
  '{"beginning":{"board":null,"origin":null,"position":null},"game":"meadow","options":{},"seats":[2],"version":1}',
);
