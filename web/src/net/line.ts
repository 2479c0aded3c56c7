/** One WebSocket to a table that comes back by itself: nothing is heard of a line that was given up. */

import type { Said, Told, WishRefused } from "../wire/messages";
import { Refused } from "./api";

/** "waiting": nothing is heard any more, or the next try is due. "shut": the table lets this page in no more. */
export type Link = "connecting" | "live" | "waiting" | "shut" | "gone";

export interface Listener {
  /** Asked for before every connection; `doubtful` when the server may take us for somebody else than we thought. */
  ticket(doubtful: boolean): Promise<string>;
  /** The first thing to say on every connection. */
  hello(ticket: string): Said;
  /** We are let in: whatever has waited can be said. */
  welcomed(): void;
  heard(message: Told): void;
  /** What is said now waits for the next welcome. */
  broken(): void;
  /** The server hung up because of what was said: saying the same again would end alike. */
  blamed(): void;
  changed(link: Link): void;
  /** By how many milliseconds the server's clock is ahead of ours. */
  timed(ahead: number): void;
}

/** Refusals that only mean: say the same again in a moment. */
export const LATER = new Set(["too_much", "busy"]);

const GONE = 4404;
const LOGGED_OUT = 4401;
const OUR_FAULT = new Set([1007, 1008, 1009]);

// A line that falls silent is replaced nine seconds after the last word.
const PING_EVERY = 3_000;
const DOUBT_AFTER = 2_500;
const REPLACE_AFTER = 3_500;

/** For each step of coming in: a ticket, a socket, a first word. */
const PATIENCE = 10_000;
/** A server that has said goodbye hangs up at once, if the goodbye was not the last we hear of it. */
const FAREWELL = 1_000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** A line that broke sooner was no success: the next try waits longer. */
const STEADY = 5_000;
const MOST_REFUSALS = 5;
/** An answer that took longer says little about the time. */
const PROMPT = 1_000;

export class Line {
  #state: "opening" | "in" | "resting" | "over" = "resting";
  #socket: WebSocket | null = null;
  /** Counts connections, so that what an earlier one still brings is known for that. */
  #attempt = 0;
  #tries = 0;
  #refusals = 0;
  #inSince = 0;
  #retry = 0;
  /** There is one thing to wait for at a time: the next try, the next ping, or an answer. */
  #timer = 0;
  #askedAt: number | null = null;
  #timed = false;
  #link: Link = "connecting";

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private doubtful: boolean,
  ) {
    addEventListener("online", this.#lookUp);
    document.addEventListener("visibilitychange", this.#lookUp);
    void this.#connect();
  }

  /** Say something, if we are let in; what must not be lost is said again by whoever said it. */
  say(message: Said): boolean {
    if (this.#state !== "in") return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Nothing is heard and nothing happens after this. */
  end(): void {
    removeEventListener("online", this.#lookUp);
    document.removeEventListener("visibilitychange", this.#lookUp);
    this.#hangUp("over");
  }

  /** Somebody asks to be let in once more. */
  tryAgain(): void {
    this.#refusals = this.#tries = 0;
    void this.#connect();
  }

  /** The network or the page is back: no need to wait for what is due later. */
  #lookUp = (): void => {
    if (document.hidden) return;
    if (this.#state === "in") this.#ask();
    else if (this.#state === "resting") this.tryAgain();
  };

  async #connect(): Promise<void> {
    const attempt = this.#hangUp("opening");
    this.#wait(PATIENCE, () => this.#again());
    try {
      const ticket = await this.listener.ticket(this.doubtful);
      if (attempt === this.#attempt) this.#dial(ticket);
    } catch (error) {
      if (attempt !== this.#attempt) return;
      if (error instanceof Refused && error.code === "not_found") this.#rest("gone");
      else this.#again();
    }
  }

  #dial(ticket: string): void {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.#wait(PATIENCE, () => this.#again());
    socket.onopen = () => {
      this.#wait(PATIENCE, () => this.#again());
      socket.send(JSON.stringify(this.listener.hello(ticket)));
    };
    socket.onmessage = (event) => this.#hear(event.data as string);
    socket.onclose = (event) => this.#closed(event.code);
  }

  #hear(text: string): void {
    let message: Told;
    try {
      message = JSON.parse(text) as Told;
    } catch {
      return;
    }
    if (message.type === "closing") return this.#farewell(message.retry);
    if (this.#state === "opening") {
      if (message.type === "refused") return this.#turnedAway(message);
      this.#comeIn();
    }
    if (message.type === "pong") this.#time(message.at);
    // A ping that was refused is never answered.
    if (message.type === "refused" && message.id === null) this.#askedAt = null;
    this.#wait(PING_EVERY, () => this.#ask());
    this.#tell("live");
    this.listener.heard(message);
  }

  #comeIn(): void {
    this.#state = "in";
    this.#inSince = Date.now();
    this.#refusals = 0;
    this.doubtful = false;
    this.listener.welcomed();
    this.#ping();
  }

  /** Hello was refused: a seat or a ticket is not ours, and the next hello must know better. */
  #turnedAway(refusal: WishRefused): void {
    if (!LATER.has(refusal.code)) {
      this.doubtful = true;
      this.#refusals += 1;
    }
    if (this.#refusals < MOST_REFUSALS) return this.#again();
    this.#rest("shut");
  }

  #farewell(retry: number): void {
    this.#retry = 1000 * retry;
    this.#wait(FAREWELL, () => this.#again());
  }

  #closed(code: number): void {
    if (code === GONE) return this.#rest("gone");
    if (code === LOGGED_OUT) this.doubtful = true;
    if (OUR_FAULT.has(code) && this.#state === "in") this.listener.blamed();
    this.#again();
  }

  /** Hang up and come back in a while, which grows as long as it does not help. */
  #again(): void {
    const steady = this.#state === "in" && Date.now() - this.#inSince >= STEADY;
    this.#tries = steady ? 0 : this.#tries + 1;
    const patience = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    const wait = Math.max(this.#retry, patience) * (1 + 0.4 * Math.random());
    this.#retry = 0;
    this.#rest("waiting");
    this.#wait(wait, () => void this.#connect());
  }

  #rest(link: Link): void {
    this.#hangUp(link === "gone" ? "over" : "resting");
    this.#tell(link);
  }

  /** Nothing of the old socket is heard from here on, and nobody waits until it has closed. */
  #hangUp(state: "opening" | "resting" | "over"): number {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket !== null) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    if (this.#state === "in") this.listener.broken();
    this.#state = state;
    this.#askedAt = null;
    this.#attempt += 1;
    return this.#attempt;
  }

  #ping(): void {
    if (this.#askedAt !== null) return;
    this.#askedAt = Date.now();
    this.say({ type: "ping" });
  }

  /** Any word will do for an answer; without one the line is dead, whatever the socket says. */
  #ask(): void {
    this.#ping();
    this.#wait(DOUBT_AFTER, () => {
      this.#tell("waiting");
      this.#wait(REPLACE_AFTER, () => void this.#connect());
    });
  }

  #time(at: number): void {
    if (this.#askedAt === null) return;
    const now = Date.now();
    const way = now - this.#askedAt;
    if (!this.#timed || way <= PROMPT) this.listener.timed(1000 * at + way / 2 - now);
    this.#timed = true;
    this.#askedAt = null;
  }

  #wait(time: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(then, time);
  }

  #tell(link: Link): void {
    if (link === this.#link) return;
    this.#link = link;
    this.listener.changed(link);
  }
}
