import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../src/net/api";
import { Line, type Link, type Listener } from "../src/net/line";
import { Wishes, type Settled } from "../src/net/wishes";
import type { Said, Told } from "../src/wire/messages";
import { FakeSocket, freshSockets, pass, WAY, type Peer } from "./sockets";

const UPDATE = { type: "update", seq: 1, hash: "", entries: [], table: null, now: null, more: false } as Told;
const REFUSED = { type: "refused", id: null, code: "not_yours", words: "", clause: null } as Told;

/** A server that lets everybody in, answers pings, and does every wish. */
class Kind implements Peer {
  /** What is answered to a hello. */
  welcome: Told = UPDATE;
  answers = true;
  opened(): void {}
  left(): void {}
  heard(said: Said, socket: FakeSocket): void {
    if (!this.answers) return;
    if (said.type === "hello") socket.tell(this.welcome);
    else if (said.type === "ping") socket.tell({ type: "pong", at: Date.now() / 1000 });
    else if ("id" in said) socket.tell({ type: "ack", id: said.id, seq: null, hash: null });
  }
}

describe("a line", () => {
  let server: Kind;
  let links: Link[];
  let told: string[];
  let tickets: boolean[];
  let makeTicket: () => Promise<string>;
  let ahead: number;
  let line: Line;

  const listener: Listener = {
    ticket: (doubtful) => {
      tickets.push(doubtful);
      return makeTicket();
    },
    hello: (ticket) => ({ type: "hello", since: 0, ticket }),
    welcomed: () => void told.push("welcomed"),
    heard: (message) => void told.push(message.type),
    broken: () => void told.push("broken"),
    blamed: () => void told.push("blamed"),
    changed: (link) => void links.push(link),
    timed: (by) => (ahead = by),
  };

  beforeEach(() => {
    server = new Kind();
    freshSockets(server);
    links = [];
    told = [];
    tickets = [];
    ahead = 0;
    makeTicket = () => Promise.resolve(`ticket ${tickets.length}`);
    line = new Line("wss://fourleaf.example/socket", listener, false);
  });
  afterEach(() => {
    line.end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("says hello first, with a ticket, and nothing before it is let in", async () => {
    expect(line.say({ type: "ping" })).toBe(false);
    await pass(WAY);
    expect(FakeSocket.last.said).toEqual([{ type: "hello", since: 0, ticket: "ticket 1" }]);
    expect(line.say({ type: "ping" })).toBe(false);
    expect(links).toEqual([]);
    await pass(2 * WAY);
    expect(told).toEqual(["welcomed", "update"]);
    expect(links).toEqual(["live"]);
  });

  it("comes back after a break, waiting longer and longer as long as it does not help", async () => {
    await pass(6000);
    FakeSocket.last.hangUp(1006);
    vi.stubGlobal(
      "WebSocket",
      class extends FakeSocket {
        constructor(address: string) {
          super(address);
          this.hangUp(1006);
        }
      },
    );
    const tries: number[] = [];
    for (let known = FakeSocket.all.length; tries.length < 8;) {
      await pass(1);
      if (FakeSocket.all.length > known) tries.push(Date.now());
      known = FakeSocket.all.length;
    }
    const waits = tries.slice(1).map((at, place) => at - tries[place]! - WAY);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(links).toEqual(["live", "waiting"]);
    vi.stubGlobal("WebSocket", FakeSocket);
    await pass(9000);
    expect(links).toEqual(["live", "waiting", "live"]);
  });

  it("is replaced within ten seconds when it falls silent, and says so before", async () => {
    await pass(4000);
    const silent = FakeSocket.last;
    const began = Date.now();
    silent.dead = true;
    await pass(6500);
    expect(links.at(-1)).toBe("waiting");
    expect(FakeSocket.last).toBe(silent);
    while (links.at(-1) !== "live") await pass(10);
    expect(Date.now() - began).toBeLessThanOrEqual(10_000);
    expect(FakeSocket.open).toEqual([FakeSocket.last]);
    expect(FakeSocket.last).not.toBe(silent);
    // What the old line brings after all is not heard.
    expect([silent.onopen, silent.onmessage, silent.onclose]).toEqual([null, null, null]);
  });

  it("goes on as long as anything is heard, and asks only when nothing is", async () => {
    await pass(30_000);
    expect(links).toEqual(["live"]);
    expect(FakeSocket.all).toHaveLength(1);
    const pings = FakeSocket.last.said.filter((said) => said.type === "ping").length;
    for (let second = 0; second < 10; second += 1) {
      FakeSocket.last.tell(UPDATE);
      await pass(1000);
    }
    expect(FakeSocket.last.said.filter((said) => said.type === "ping").length - pings).toBeLessThanOrEqual(1);
    // A ping that was refused is not waited for.
    server.answers = false;
    await pass(3000);
    FakeSocket.last.tell({ ...REFUSED, code: "too_much" } as Told);
    server.answers = true;
    await pass(20_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("looks at once when the page or the network is back", async () => {
    await pass(1000);
    FakeSocket.last.dead = true;
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(6000 + 5 * WAY);
    expect(FakeSocket.all).toHaveLength(2);
    expect(links.at(-1)).toBe("live");
    makeTicket = () => Promise.reject(new Refused("offline", ""));
    FakeSocket.last.hangUp(1006);
    await pass(20_000);
    makeTicket = () => Promise.resolve("ticket");
    dispatchEvent(new Event("online"));
    await pass(4 * WAY);
    expect(links.at(-1)).toBe("live");
  });

  it("replaces a socket that never opens, and a ticket that never comes", async () => {
    line.end();
    makeTicket = () => new Promise(() => undefined);
    line = new Line("wss://fourleaf.example/socket", listener, false);
    await pass(10_000);
    expect(links).toEqual(["waiting"]);
    makeTicket = () => Promise.resolve("ticket");
    await pass(510);
    FakeSocket.last.dead = true;
    const stuck = FakeSocket.last;
    await pass(10_000 + 1000 + 5 * WAY);
    expect(stuck.readyState).toBe(FakeSocket.CLOSED);
    expect(links.at(-1)).toBe("live");
  });

  it("whose hello is refused leaves no socket, asks who it is, and ends after some tries", async () => {
    server.welcome = REFUSED;
    await pass(4 * WAY);
    expect(FakeSocket.open).toEqual([]);
    expect(told).toEqual([]);
    await pass(60_000);
    expect(tickets).toEqual([false, true, true, true, true]);
    expect(links).toEqual(["waiting", "shut"]);
    expect(FakeSocket.open).toEqual([]);
    server.welcome = UPDATE;
    line.tryAgain();
    await pass(4 * WAY);
    expect(links.at(-1)).toBe("live");
  });

  it("that was only too quick is let in later, however often", async () => {
    server.welcome = { ...REFUSED, code: "too_much" } as Told;
    await pass(60_000);
    expect(links).toEqual(["waiting"]);
    expect(new Set(tickets)).toEqual(new Set([false]));
    server.welcome = UPDATE;
    await pass(9000);
    expect(links.at(-1)).toBe("live");
  });

  it("stays away for as long as a server asks that closes", async () => {
    await pass(6000);
    FakeSocket.last.tell({ type: "closing", why: "the server restarts", retry: 4 });
    FakeSocket.last.hangUp(1012);
    await pass(3900);
    expect(FakeSocket.all).toHaveLength(1);
    await pass(200);
    expect(FakeSocket.all).toHaveLength(2);
    // And if the goodbye was the last word, nobody waits for the socket to close.
    await pass(6000);
    FakeSocket.last.tell({ type: "closing", why: "the server restarts", retry: 0 });
    await pass(1300);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("asks who it is after its cookie was replaced, and gives up at a table that is gone", async () => {
    await pass(6000);
    FakeSocket.last.hangUp(4401);
    await pass(400);
    expect(tickets).toEqual([false, true]);
    expect(links.at(-1)).toBe("live");
    FakeSocket.last.hangUp(4404);
    await pass(60_000);
    expect(links.at(-1)).toBe("gone");
    expect(FakeSocket.open).toEqual([]);
    expect(tickets).toHaveLength(2);
  });

  it("knows that a table is gone when no ticket is given for it", async () => {
    line.end();
    makeTicket = () => Promise.reject(new Refused("not_found", ""));
    line = new Line("wss://fourleaf.example/socket", listener, false);
    await pass(60_000);
    expect(links).toEqual(["gone"]);
    expect(FakeSocket.open).toEqual([]);
  });

  it.each([1007, 1008, 1009])("does not repeat what the server hung up for (%i)", async (code) => {
    await pass(100);
    FakeSocket.last.hangUp(code);
    await pass(1000);
    expect(told.filter((word) => word !== "pong")).toEqual([
      "welcomed",
      "update",
      "blamed",
      "broken",
      "welcomed",
      "update",
    ]);
  });

  it.each([1000, 1006, 1011, 1013])("comes back after %i", async (code) => {
    await pass(100);
    FakeSocket.last.hangUp(code);
    await pass(1000);
    expect(told).not.toContain("blamed");
    expect(links).toEqual(["live", "waiting", "live"]);
  });

  it("does not try in a hurry what fails again and again just after hello", async () => {
    for (let tenth = 0; tenth < 600; tenth += 1) {
      await pass(100);
      if (links.at(-1) === "live") FakeSocket.last.hangUp(1011);
    }
    expect(FakeSocket.all.length).toBeLessThan(14);
  });

  it.each([0, 1, WAY, 2 * WAY, 3 * WAY, 5000])(
    "leaves nothing behind when it ends after %i ms",
    async (milliseconds) => {
      await pass(milliseconds);
      line.end();
      const before = [FakeSocket.all.length, told.length, links.length, tickets.length];
      await pass(120_000);
      dispatchEvent(new Event("online"));
      await pass(120_000);
      expect(FakeSocket.open).toEqual([]);
      expect([FakeSocket.all.length, told.length, links.length, tickets.length]).toEqual(before);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it("tells how far the server's clock is ahead, give or take half the way", async () => {
    server.heard = (said, socket) => {
      if (said.type === "hello") socket.tell(UPDATE);
      if (said.type === "ping") socket.tell({ type: "pong", at: (Date.now() + 90_000) / 1000 });
    };
    await pass(1000);
    expect(ahead).toBe(90_000);
    // A slow answer says little: what is known already is better.
    server.heard = (said, socket) => {
      const at = (Date.now() + 50_000) / 1000;
      if (said.type === "ping") setTimeout(() => socket.tell({ type: "pong", at }), 2000);
    };
    await pass(10_000);
    expect(ahead).toBe(90_000);
  });
});

describe("wishes", () => {
  let wishes: Wishes;
  let heard: string[];
  const say = (said: Said): void => void heard.push((said as { text: string }).text);
  const idOf = (text: string): string => ids.get(text)!;
  let ids: Map<string, string>;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0);
    wishes = new Wishes();
    heard = [];
    ids = new Map();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const open = (): void =>
    wishes.lineOpens((said) => {
      say(said);
      ids.set((said as { text: string }).text, said.id);
    });
  const refuse = (text: string, code: string): boolean =>
    wishes.refuse({ type: "refused", id: idOf(text), code, words: "", clause: null });
  const settled: Settled[] = [];
  const make = (text: string): void => void wishes.make({ type: "chat", text }).then((how) => settled.push(how));

  it("wait for a line and are said in order, once a line, until they are answered", async () => {
    make("one");
    make("two");
    expect(heard).toEqual([]);
    open();
    make("three");
    expect(heard).toEqual(["one", "two", "three"]);
    wishes.settle(idOf("two"), { done: true, seq: 7 });
    wishes.lineBreaks();
    make("four");
    open();
    expect(heard).toEqual(["one", "two", "three", "one", "three", "four"]);
    await pass(60_000);
    expect(heard).toHaveLength(6);
    expect(settled.splice(0)).toEqual([{ done: true, seq: 7 }]);
  });

  it("that are put off are said again after a while that grows, and given up in the end", async () => {
    open();
    make("one");
    const times: number[] = [];
    for (let tries = 1; settled.length === 0; tries += 1) {
      const before = Date.now();
      refuse("one", "busy");
      await pass(0);
      while (heard.length === tries && settled.length === 0) await pass(100);
      times.push(Date.now() - before);
    }
    expect(times).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 0]);
    expect(settled.splice(0)[0]!.done).toBe(false);
  });

  it("that are put off are not said twice on the line that comes meanwhile", async () => {
    open();
    make("one");
    refuse("one", "too_much");
    wishes.lineBreaks();
    open();
    await pass(60_000);
    expect(heard).toEqual(["one", "one"]);
  });

  it("are settled by any other refusal", async () => {
    open();
    make("one");
    expect(refuse("one", "illegal")).toBe(true);
    await pass(60_000);
    expect(heard).toEqual(["one"]);
    expect(settled.splice(0)).toHaveLength(1);
    expect(wishes.giveUp("")).toBe(false);
  });
});
