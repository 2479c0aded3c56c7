/** Sockets of the outside world, as a script wants them: frames take a moment, get lost, or never come. */

import { vi } from "vitest";
import type { Said, Told } from "../src/wire/messages";

/** Milliseconds that a frame is on its way. */
export const WAY = 10;

/** Who is at the other end of a socket. */
export interface Peer {
  opened(socket: FakeSocket): void;
  heard(said: Said, socket: FakeSocket): void;
  /** The client hung up, or the line broke. */
  left(socket: FakeSocket): void;
}

/** A frame was about to arrive: is it lost, and does the socket live on? */
export type Fate = "arrives" | "is lost" | "is the last";

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  static peer: Peer;
  /** What becomes of the next frame, either way; asked once for each. */
  static fate: (socket: FakeSocket, direction: "out" | "in") => Fate = () => "arrives";

  readyState = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  /** What the client said, as it left the client. */
  readonly said: Said[] = [];
  /** A dead line: nothing arrives any more, and nobody says so. */
  dead = false;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
    setTimeout(() => {
      if (this.readyState !== FakeSocket.CONNECTING || this.dead) return;
      this.readyState = FakeSocket.OPEN;
      FakeSocket.peer.opened(this);
      this.onopen?.();
    }, WAY);
  }

  static get open(): FakeSocket[] {
    return FakeSocket.all.filter((socket) => socket.readyState !== FakeSocket.CLOSED);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  // What the client does

  send(text: string): void {
    if (this.readyState === FakeSocket.CONNECTING) throw new Error("InvalidStateError");
    if (this.readyState === FakeSocket.CLOSED) return;
    this.said.push(JSON.parse(text) as Said);
    setTimeout(() => this.#carry("out", () => FakeSocket.peer.heard(JSON.parse(text) as Said, this)), WAY);
  }

  close(): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    if (!this.dead) setTimeout(() => FakeSocket.peer.left(this), WAY);
  }

  // What the other end does

  tell(message: Told): void {
    const text = JSON.stringify(message);
    setTimeout(() => this.#carry("in", () => this.onmessage?.({ data: text })), WAY);
  }

  hangUp(code: number): void {
    setTimeout(() => this.#closed(code), WAY);
  }

  /** The network goes away; a browser notices, or it does not. */
  cut(noticed: boolean): void {
    this.dead = true;
    FakeSocket.peer.left(this);
    if (noticed) this.#closed(1006);
  }

  #carry(direction: "out" | "in", arrive: () => void): void {
    if (this.dead || (direction === "in" && this.readyState === FakeSocket.CLOSED)) return;
    const fate = FakeSocket.fate(this, direction);
    if (fate !== "is lost") arrive();
    if (fate !== "arrives") this.cut(cutIsNoticed);
  }

  #closed(code: number): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
}

let cutIsNoticed = true;

/** Whether a browser is told when a line is cut, or must find out by itself. */
export function cutsAreNoticed(noticed: boolean): void {
  cutIsNoticed = noticed;
}

/** No sockets yet, the usual fate, and time that only a test moves. */
export function freshSockets(peer: Peer): void {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0);
  FakeSocket.all = [];
  FakeSocket.peer = peer;
  FakeSocket.fate = () => "arrives";
  cutIsNoticed = true;
}

export const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
