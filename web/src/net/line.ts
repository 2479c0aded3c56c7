/** One WebSocket to a table that comes back by itself, as often as it takes. */

import type { Said, Told } from "../wire/messages";

export type Link = "connecting" | "live" | "waiting" | "gone";

export interface Listener {
  /** Called on every new connection: the first thing to say. */
  greeting(): Promise<Said>;
  heard(message: Told): void;
  changed(link: Link): void;
}

const GONE = 4404;
const PING_EVERY = 20_000;
const PATIENCE = 12_000;
const LONGEST_WAIT = 8_000;

export class Line {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #pulse = 0;
  #heardAt = 0;
  #ended = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#connect();
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Say something, if the line is open; what must not be lost is said again by whoever says it. */
  say(message: Said): void {
    if (this.open) this.#socket?.send(JSON.stringify(message));
  }

  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    // What is still on its way was meant for whoever one was until now.
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** The network or the page is back: no need to wait any longer. */
  #now = (): void => {
    if (document.hidden || this.#ended || this.#socket !== null) return;
    this.#tries = 0;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    this.listener.changed(this.#tries === 0 ? "connecting" : "waiting");
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = async () => {
      try {
        const greeting = await this.listener.greeting();
        if (this.#socket !== socket) return;
        socket.send(JSON.stringify(greeting));
        this.#heardAt = Date.now();
        this.#watch(socket);
      } catch {
        socket.close();
      }
    };
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      this.#heardAt = Date.now();
      this.#tries = 0;
      this.listener.changed("live");
      let message: Told;
      try {
        message = JSON.parse(event.data as string) as Told;
      } catch {
        return;
      }
      this.listener.heard(message);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#ended) return;
      this.#socket = null;
      clearInterval(this.#pulse);
      if (event.code === GONE) {
        this.listener.changed("gone");
        return;
      }
      this.#tries += 1;
      this.listener.changed("waiting");
      const wait = Math.min(LONGEST_WAIT, 250 * 2 ** Math.min(this.#tries, 6)) * (0.6 + 0.4 * Math.random());
      this.#timer = window.setTimeout(() => this.#connect(), wait);
    };
  }

  /** A line that is open but silent is dead: ask now and then, and hang up when nothing comes back. */
  #watch(socket: WebSocket): void {
    clearInterval(this.#pulse);
    this.#pulse = window.setInterval(() => {
      if (Date.now() - this.#heardAt > PING_EVERY + PATIENCE) socket.close();
      else this.say({ type: "ping" });
    }, PING_EVERY);
  }
}
