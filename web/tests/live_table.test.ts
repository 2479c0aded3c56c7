import { afterEach, describe, expect, it, vi } from "vitest";
import { checkLuck } from "../src/luck/check";
import { api } from "../src/net/api";
import { LiveTable, wholeStanding } from "../src/net/live_table.svelte";
import type { ChatLine, MatchStanding, TableInfo } from "../src/wire/messages";
import { ScriptedTable } from "./scripted_table";
import { cutsAreNoticed, FakeSocket, pass, WAY, type Fate } from "./sockets";

const tabs: LiveTable[] = [];

function tab(table: ScriptedTable): LiveTable {
  const live = new LiveTable(table.id);
  tabs.push(live);
  live.open();
  return live;
}

afterEach(() => {
  for (const live of tabs.splice(0)) live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function until(is: () => boolean): Promise<void> {
  for (let tries = 0; !is(); tries += 1) {
    if (tries > 6000) throw new Error("it never came to that");
    await pass(WAY);
  }
}

/** Time goes on until a promise is kept. */
async function kept<T>(promise: Promise<T>): Promise<T> {
  let is = false;
  void promise.finally(() => (is = true));
  await until(() => is);
  return promise;
}

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % sides;
  };
}

/** Everything that a page shows of a table; a move brings no new info, so its `seq` may be that of an earlier entry. */
const picture = ({ info, now, entries, chat, seat, mine, presence }: LiveTable): unknown =>
  structuredClone({ info: { ...info, seq: 0 }, now, entries, chat, seat, mine, presence });

const memory = (live: LiveTable): string => JSON.stringify([live.entries, live.now, live.happenings.told, live.hint]);

describe("a conversation whose line breaks", () => {
  /** Six entries, so that hello is answered in pages; then two moves and two lines of chat. */
  async function converse(fate: (frame: number) => Fate, noticed: boolean): Promise<number> {
    const table = new ScriptedTable();
    table.begin();
    for (let move = 0; move < 3; move += 1) table.played(1);
    cutsAreNoticed(noticed);
    let frames = 0;
    FakeSocket.fate = () => fate((frames += 1));
    const live = tab(table);
    await until(() => live.now !== null);
    expect(await kept(live.play(1))).toBe(true);
    await until(() => live.now!.ply === 4);
    const said = live.say("one");
    expect(await kept(live.play(1))).toBe(true);
    expect((await kept(said)).done).toBe(true);
    expect((await kept(live.say("two"))).done).toBe(true);
    await until(() => live.now!.ply === 5 && live.link === "live");
    const talked = frames;

    expect([...table.done.values()]).toEqual([1, 1, 1, 1]);
    for (const socket of FakeSocket.all) {
      const ids = socket.said.flatMap((one) => ("id" in one ? [one.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      expect(socket.said.findIndex((one) => one.type === "hello")).toBeLessThanOrEqual(0);
    }
    expect(live.entries.map((entry) => entry.seq)).toEqual(table.log.map((entry) => entry.seq));
    expect(FakeSocket.open).toHaveLength(1);
    live.close();
    return talked;
  }

  for (const noticed of [true, false]) {
    for (const loss of ["is lost", "is the last"] as const) {
      it(`at any frame, which ${loss}, ${noticed ? "with" : "without"} a word from the browser: each wish counts once`, async () => {
        const whole = await converse(() => "arrives", noticed);
        expect(whole).toBeGreaterThan(14);
        for (let cut = 1; cut <= whole; cut += 1)
          await converse((frame) => (frame === cut ? loss : "arrives"), noticed);
      });
    }
  }

  it("again and again, ten times in a row", async () => {
    const roll = dice(7);
    await converse((frame) => (frame < 80 && roll(5) === 0 ? "is lost" : "arrives"), true);
  });

  it("waits with what is said meanwhile until hello is answered", async () => {
    const table = new ScriptedTable();
    table.begin();
    const live = tab(table);
    await until(() => live.link === "live");
    table.otherwise.set(`/api/tables/${table.id}/ticket`, () => Promise.reject(new Error("no network")));
    FakeSocket.last.cut(true);
    await pass(100);
    const said = [live.say("one"), live.say("two")];
    await pass(30_000);
    expect(live.link).toBe("waiting");
    table.otherwise.clear();
    for (const one of said) expect((await kept(one)).done).toBe(true);
    const [hello, ...rest] = FakeSocket.last.said.filter((one) => one.type !== "ping");
    expect(hello!.type).toBe("hello");
    expect(rest.map((one) => (one as { text: string }).text)).toEqual(["one", "two"]);
  });

  it("does not repeat what the server hung up for, and says so", async () => {
    const table = new ScriptedTable();
    table.begin();
    const live = tab(table);
    await until(() => live.link === "live");
    table.heard = (said, socket) => void (said.type === "chat" ? socket.hangUp(1009) : 0);
    expect((await kept(live.say("x".repeat(9999)))).done).toBe(false);
    expect(live.reason?.words).toContain("did not understand");
  });
});

describe("whose eyes", () => {
  const sees = (live: LiveTable, seat: number): void => {
    expect(live.seat).toBe(seat);
    expect(live.now!.seat).toBe(seat);
    expect(live.now!.view).toBe(`what seat ${seat} sees`);
    for (const other of [-3, 0, 1, 2]) {
      if (other !== seat) expect(memory(live)).not.toContain(`seat ${other} s`);
    }
  };

  it("a seat that was lost while the line was down is known for that, and the table is watched", async () => {
    const table = new ScriptedTable();
    table.begin();
    table.played(0);
    const live = tab(table);
    await until(() => live.now !== null);
    sees(live, 0);
    FakeSocket.last.cut(true);
    table.getUp("me", "kicked");
    await until(() => live.link === "live");
    sees(live, -3);
    expect(live.mine).toEqual([]);
    expect(FakeSocket.open).toHaveLength(1);
  });

  it("who is sent away watches, and keeps nothing of what the seat had seen", async () => {
    const table = new ScriptedTable();
    table.begin();
    table.played(0);
    const live = tab(table);
    await until(() => live.now !== null);
    table.getUp("me", "kicked");
    await pass(10 * WAY);
    sees(live, -3);
    expect(FakeSocket.all).toHaveLength(1);
    // And whoever sits again, elsewhere or by another tab, looks through that seat.
    table.sit(1, "me");
    await pass(10 * WAY);
    sees(live, 1);
  });

  it("the log is whole, whatever is written while the eyes change before the match", async () => {
    for (let delay = 0; delay <= 8; delay += 1) {
      const table = new ScriptedTable(2, []);
      const live = tab(table);
      await until(() => live.link === "live");
      table.sit(0, "me");
      await pass(delay * (WAY / 2));
      for (let entry = 0; entry < 3; entry += 1) table.write("given", { seat: 1 });
      await pass(20 * WAY);
      expect(live.entries.map((entry) => entry.seq)).toEqual(table.log.map((entry) => entry.seq));
      live.close();
    }
  });

  it.each([
    ["the answer", 0],
    ["the line", 300],
  ])("a stranger who sits down looks through that seat when %s is quicker", async (_, slow) => {
    const table = new ScriptedTable(2, []);
    table.getUp("friend");
    table.cookie = null;
    const live = tab(table);
    await until(() => live.link === "live");
    table.slow = slow;
    const answer = api.join(table.id, { seat: 1 });
    await pass(slow / 2);
    // The line of a stranger tells of later entries, and not whose seats they are.
    if (slow > 0) table.sit(0, "friend");
    live.seated(await kept(answer));
    table.slow = WAY;
    await until(() => live.link === "live");
    table.begin();
    table.played(0);
    await pass(10 * WAY);
    sees(live, 1);
    expect(FakeSocket.last.said[0]).toMatchObject({ type: "hello", seat: 1 });
    expect(FakeSocket.open).toHaveLength(1);
  });

  it("an answer to the stranger that one was does not make anybody get up", async () => {
    const table = new ScriptedTable(2, []);
    table.getUp("friend");
    table.cookie = null;
    table.slow = 300;
    const live = tab(table);
    await pass(WAY);
    table.slow = WAY;
    live.seated(await kept(api.join(table.id, { seat: 1 })));
    for (let step = 0; step < 100; step += 1) {
      await pass(WAY);
      expect(live.mine).toEqual([1]);
    }
    expect(FakeSocket.open).toHaveLength(1);
  });

  it("an answer that is older than what happened since does not seat anybody", async () => {
    const table = new ScriptedTable(2, []);
    const live = tab(table);
    await until(() => live.link === "live");
    table.sit(0, "me");
    const late = table.info("me");
    table.getUp("me", "kicked");
    await pass(10 * WAY);
    live.seated(late);
    await pass(100);
    expect(live.mine).toEqual([]);
    table.begin();
    await pass(10 * WAY);
    sees(live, -3);
  });

  it("a watcher who takes a name is somebody on the next line", async () => {
    const table = new ScriptedTable(2, []);
    table.cookie = null;
    const live = tab(table);
    await until(() => live.link === "live");
    table.cookie = "me";
    live.cameIn();
    await until(() => live.link === "live");
    table.sit(0, "me");
    await pass(10 * WAY);
    expect(live.mine).toEqual([0]);
    expect(FakeSocket.open).toHaveLength(1);
  });

  it("in whatever order one sits, gets up, is sent away, loses the line and reloads, they are the right ones", async () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const roll = dice(seed);
      const table = new ScriptedTable(3, []);
      table.getUp("friend");
      table.cookie = roll(2) === 0 ? null : "me";
      const live = tab(table);
      const answers: Promise<void>[] = [];
      const ask = (wish: Promise<TableInfo>): void => {
        const answered = wish.then((info) => live.seated(info));
        answers.push(answered);
      };
      for (let step = 0; step < 8; step += 1) {
        table.slow = WAY * roll(12);
        const what = roll(6);
        if (what <= 1) ask(api.join(table.id, { seat: roll(3) }));
        else if (what === 2 && table.cookie !== null) ask(api.leave(table.id));
        else if (what === 3) table.getUp("me", "kicked");
        else if (what === 4) FakeSocket.open.at(-1)?.cut(roll(2) === 0);
        else await pass(roll(40) * WAY);
        await pass(roll(6) * WAY);
      }
      for (const answer of answers) await kept(answer);
      await pass(30_000);
      const mine = table.info(table.cookie).mine;
      expect(live.mine, `seed ${seed}`).toEqual(mine);
      expect(live.link).toBe("live");
      expect(FakeSocket.open).toHaveLength(1);
      expect(live.entries.map((entry) => entry.seq)).toEqual(table.log.map((entry) => entry.seq));
      table.begin();
      table.played(0);
      await pass(10 * WAY);
      sees(live, mine.includes(live.seat) ? live.seat : (mine[0] ?? -3));
      live.close();
    }
  });

  it("on one device, nothing that was on its way to one seat is shown to the next, however it comes", async () => {
    for (let delay = 0; delay <= 6; delay += 1) {
      for (const also of ["nothing", "back at once", "a break", "many entries"] as const) {
        const table = new ScriptedTable(2, [0, 1]);
        table.begin();
        for (let move = 0; move < 5; move += 1) table.played(0);
        const live = tab(table);
        await until(() => live.now !== null);
        if (also === "many entries") for (let move = 0; move < 7; move += 1) table.played(0);
        else table.played(0);
        await pass(delay * (WAY / 2));
        live.lookAs(1, true);
        if (also === "back at once") live.lookAs(0, true);
        if (also === "a break") FakeSocket.last.cut(true);
        const seat = also === "back at once" ? 0 : 1;
        table.played(1);
        for (let step = 0; step < 200; step += 1) {
          await pass(WAY / 2);
          expect(live.seat).toBe(seat);
          expect(memory(live)).not.toContain(`seat ${1 - seat} s`);
        }
        sees(live, seat);
        expect(live.entries.map((entry) => entry.seq)).toEqual(table.log.map((entry) => entry.seq));
        live.close();
      }
    }
  });

  it("on one device, what one seat asked is not answered to the next", async () => {
    const table = new ScriptedTable(2, [0, 1]);
    table.begin();
    const live = tab(table);
    await until(() => live.now !== null);
    const heard = table.heard.bind(table);
    const clause = null;
    table.heard = (said, socket) => {
      if (said.type === "why")
        socket.tell({ type: "because", id: said.id, legal: false, words: "you hold R1", clause });
      else if (said.type === "play")
        socket.tell({ type: "refused", id: said.id, code: "illegal", words: "you hold R1", clause });
      else if (said.type === "hint")
        socket.tell({ type: "hint", id: said.id, action: 1, move: null, words: "R1", then: null, hints: [] });
      // The other eyes take a moment to open.
      else if (said.type === "look") setTimeout(() => heard(said, socket), 5 * WAY);
      else heard(said, socket);
    };
    const ask = (): void => {
      live.why(1);
      live.askHint();
      void live.play(1);
    };
    ask();
    await pass(10 * WAY);
    expect([live.reason?.words, live.hint?.words, live.busy]).toEqual(["you hold R1", "R1", false]);
    ask();
    live.lookAs(1, true);
    for (let step = 0; step < 40; step += 1) {
      await pass(WAY / 2);
      expect([live.reason, live.hint]).toEqual([null, null]);
    }
    expect(live.busy).toBe(false);
  });

  it("where nothing is secret, what was told is kept, and the rest comes once", async () => {
    for (let delay = 0; delay <= 6; delay += 1) {
      const table = new ScriptedTable(2, [0, 1]);
      table.begin();
      table.played(0);
      const live = tab(table);
      await until(() => live.now !== null);
      table.played(0);
      await pass(delay * (WAY / 2));
      live.lookAs(1, false);
      table.played(1);
      await pass(20 * WAY);
      expect(live.now!.seat).toBe(1);
      expect(live.now!.ply).toBe(3);
      expect(live.entries.map((entry) => entry.seq)).toEqual(table.log.map((entry) => entry.seq));
      live.close();
    }
  });
});

describe("leaving a page", () => {
  it("at any moment leaves no socket, no timer and no request behind", async () => {
    for (let moment = 0; moment <= 16; moment += 1) {
      const table = await new ScriptedTable().commit();
      const live = tab(table);
      await pass(moment * (WAY / 2));
      if (moment % 2 === 0) void live.say("one");
      live.close();
      const told = picture(live);
      const before = table.requests.length;
      await pass(60_000);
      expect(FakeSocket.open).toEqual([]);
      // The ticket may just have been asked for; nothing follows from it.
      expect(table.requests.length - before).toBeLessThanOrEqual(1);
      expect(vi.getTimerCount()).toBe(0);
      table.begin();
      await pass(1000);
      expect(picture(live)).toEqual(told);
    }
  });
});

describe("a second look", () => {
  const line = (number: number): ChatLine => ({
    type: "chat",
    number,
    at: 0,
    person: "friend",
    name: "",
    text: `${number}`,
  });

  it.each(["waiting", "locked", "playing", "over"] as const)(
    "by a reload or a second tab shows what the first one shows: %s",
    async (phase) => {
      const table = await new ScriptedTable().commit();
      const first = tab(table);
      await until(() => first.link === "live");
      await pass(100);
      if (phase !== "waiting") {
        table.seats[1]!.commitment = "00".repeat(32);
        await table.lock();
        await pass(100);
        expect(first.info!.status).toBe("locked");
      }
      if (phase === "playing" || phase === "over") {
        table.begin();
        table.played(0);
        table.played(1);
      }
      if (phase === "over") {
        table.status = "over";
        table.write("ended");
      }
      await pass(100);
      const second = tab(table);
      let acted = 0;
      second.happenings.watch({ show: () => (acted += 1) });
      await until(() => second.link === "live");
      await pass(100);
      expect(picture(second)).toEqual(picture(first));
      FakeSocket.all[0]!.cut(true);
      await pass(5000);
      expect(picture(first)).toEqual(picture(second));
      expect(acted).toBe(0);
    },
  );

  it("hears the chat in order and once, also what comes late", async () => {
    const table = new ScriptedTable();
    const live = tab(table);
    await until(() => live.link === "live");
    for (const number of [1, 3, 4, 3]) FakeSocket.last.tell(line(number));
    await pass(100);
    for (const number of [1, 2, 3, 4]) FakeSocket.last.tell(line(number));
    await pass(100);
    expect(live.chat.map((one) => one.number)).toEqual([1, 2, 3, 4]);
  });

  it("shows of who is muted only that they spoke, also on another device, and all of it when they are heard again", async () => {
    const table = new ScriptedTable();
    const first = tab(table);
    await until(() => first.link === "live");
    for (const person of ["friend", "me", "friend"]) table.say(person);
    await pass(100);
    await kept(first.mute("friend", true));
    table.say("friend");
    table.say("me");
    await pass(100);
    const texts = (live: LiveTable): (string | null)[] => live.chat.map((one) => one.text);
    expect(texts(first)).toEqual(["line 2", null, "line 5"]);
    const second = tab(table);
    await until(() => second.link === "live");
    await pass(100);
    expect(texts(second)).toEqual(texts(first));
    expect(second.muted).toEqual(["friend"]);
    await kept(second.mute("friend", false));
    await until(() => second.link === "live");
    await pass(100);
    expect(texts(second)).toEqual(["line 1", "line 2", "line 3", "line 4", "line 5"]);
    expect(texts(tab(table))).toEqual([]);
  });

  it("tells the time by the server's clock", async () => {
    const table = new ScriptedTable();
    const heard = table.heard.bind(table);
    table.heard = (said, socket) =>
      said.type === "ping" ? socket.tell({ type: "pong", at: Date.now() / 1000 + 90 }) : heard(said, socket);
    const live = tab(table);
    expect(live.time()).toBe(Date.now());
    await until(() => live.link === "live");
    await pass(100);
    expect(live.time()).toBe(Date.now() + 90_000);
  });
});

describe("the luck of my seat", () => {
  const promised = (table: ScriptedTable): number => table.log.filter((entry) => entry.kind === "committed").length;

  async function verdict(table: ScriptedTable, live: LiveTable): Promise<string> {
    const evidence = await table.evidence(live.info!, live.keptEntropy());
    const told = await checkLuck(evidence);
    return told.kind === "verified" ? told.mine : told.kind === "broken" ? told.what : told.kind;
  }

  async function playOut(table: ScriptedTable): Promise<void> {
    await table.lock();
    await pass(1000);
  }

  it("is promised once when one sits down, and anew when one sits down again", async () => {
    const table = await new ScriptedTable().commit();
    const live = tab(table);
    await pass(1000);
    expect(promised(table)).toBe(1);
    const first = table.seats[0]!.commitment;
    table.getUp("me");
    await pass(100);
    table.sit(0, "me");
    await pass(1000);
    expect(promised(table)).toBe(2);
    expect(table.seats[0]!.commitment).not.toBe(first);
    await playOut(table);
    expect(table.status).toBe("playing");
    expect(await verdict(table, live)).toBe("own");
  });

  it("is promised anew also by who sat down again before the first promise was answered", async () => {
    const table = await new ScriptedTable().commit();
    const live = tab(table);
    await until(() => FakeSocket.all.some((socket) => socket.said.some((said) => said.type === "commit")));
    await pass(WAY);
    table.getUp("me");
    table.sit(0, "me");
    await pass(1000);
    await playOut(table);
    expect(await verdict(table, live)).toBe("own");
  });

  it("is promised anew when the answer to the promise was lost with the line, and the seat with it", async () => {
    const table = await new ScriptedTable().commit();
    FakeSocket.fate = (socket) => (socket.said.some((said) => said.type === "commit") ? "is the last" : "arrives");
    const live = tab(table);
    await until(() => promised(table) === 1);
    FakeSocket.fate = () => "arrives";
    table.getUp("me");
    table.sit(0, "me");
    await pass(5000);
    expect(promised(table)).toBe(2);
    await playOut(table);
    expect(await verdict(table, live)).toBe("own");
  });

  it("is opened after a reload, by a second tab, and again for a server that was started anew", async () => {
    const table = await new ScriptedTable().commit();
    const first = tab(table);
    await pass(1000);
    first.close();
    table.seats[1]!.commitment = "00".repeat(32);
    await table.lock();
    const second = tab(table);
    const opened = (): number =>
      FakeSocket.all.flatMap((socket) => socket.said).filter((said) => said.type === "open").length;
    await pass(1000);
    expect(opened()).toBe(1);
    table.restart();
    await pass(5000);
    expect(opened()).toBe(2);
    second.close();
  });

  it("that another device promised, or the server, is no contradiction", async () => {
    const table = await new ScriptedTable().commit();
    const live = tab(table);
    await pass(1000);
    table.promise(0, "ab".repeat(32));
    await pass(1000);
    // The last word is the other device's: two devices never take turns.
    expect(table.seats[0]!.commitment).toBe("ab".repeat(32));
    expect(promised(table)).toBe(2);
    table.seats[0] = { person: "me", commitment: null, served: false };
    vi.stubGlobal("isSecureContext", false);
    table.write("sat");
    await pass(1000);
    await playOut(table);
    vi.stubGlobal("isSecureContext", true);
    expect(await verdict(table, live)).toBe("server");
  });

  it("that this browser has lost is promised anew once, and otherwise said to be elsewhere", async () => {
    const table = await new ScriptedTable().commit();
    table.promise(0, "ab".repeat(32));
    const live = tab(table);
    await pass(1000);
    expect(table.seats[0]!.commitment).not.toBe("ab".repeat(32));
    await playOut(table);
    expect(await verdict(table, live)).toBe("own");
  });

  it("breaks when the table uses another promise than the one that was opened", async () => {
    const table = await new ScriptedTable().commit();
    const live = tab(table);
    await pass(1000);
    await playOut(table);
    expect(table.status).toBe("playing");
    const evidence = await table.evidence(live.info!, live.keptEntropy());
    table.seats[0] = { person: "me", commitment: null, served: false };
    await table.lock();
    const changed = await table.evidence(table.info("me"), evidence.kept);
    expect(await checkLuck({ ...changed, kept: [{ ...evidence.kept[0]!, entropy: null }] })).toEqual({
      kind: "broken",
      what: "what this browser promised is not what was used",
    });
  });

  it("raises no false alarm, in whatever order things happen", async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 80; seed += 1) {
      const roll = dice(seed + 1000);
      const table = await new ScriptedTable(2, [0]).commit();
      table.getUp("friend");
      let live = tab(table);
      const others: LiveTable[] = [];
      const act: (() => unknown)[] = [
        () => (table.seats.some((chair) => chair.person === "me") ? 0 : table.sit(roll(2), "me")),
        () => table.getUp("me"),
        () => table.getUp("me", "kicked"),
        () => void api.join(table.id, { seat: roll(2) }).then((info) => live.seated(info)),
        () => void api.leave(table.id).then((info) => live.seated(info)),
        () => table.void(),
        async () => {
          await table.lock();
          await pass(roll(8) * WAY);
          if (table.status === "locked") await table.void();
          else table.status = "gathering";
        },
        () => FakeSocket.open.at(-1)?.cut(roll(2) === 0),
        () => {
          live.close();
          live = tab(table);
        },
        () => others.push(tab(table)),
      ];
      for (let step = 0; step < 9; step += 1) {
        await act[roll(act.length)]!();
        await pass(roll(20) * WAY);
        // A match that has begun does not gather again.
        if (table.status === "gathering" && table.log.at(-1)!.kind === "started") await table.void();
      }
      await pass(30_000);
      if (!table.seats.some((chair) => chair.person === "me")) table.sit(roll(2), "me");
      if (roll(3) > 0) await pass(1000);
      await table.lock();
      await pass(20_000);
      for (let tries = 0; table.status === "locked" && tries < 2; tries += 1) {
        await table.void();
        await pass(1000);
        await table.lock();
        await pass(20_000);
      }
      expect(table.status, `seed ${seed}`).toBe("playing");
      for (const one of [live, ...others]) {
        const told = await verdict(table, one);
        seen.add(told);
        expect(["own", "server"], `seed ${seed}`).toContain(told);
        one.close();
      }
    }
    expect(seen).toEqual(new Set(["own", "server"]));
  });
});

describe("views of which only the changes are told", () => {
  type View = Record<string, number>;
  const differs = (before: View, after: View): View =>
    Object.fromEntries(Object.entries(after).filter(([field, value]) => before[field] !== value));

  it("are the whole views again, move by move", async () => {
    vi.useFakeTimers();
    const table = new ScriptedTable();
    table.begin();
    const roll = dice(22);
    let before: View = {};
    let now: View = { pawns: 0, stones: 0, cards: 0 };
    table.view = (whole) =>
      whole ? { view: now, since: null } : { view: differs(before, now), since: table.log.length - 1 };
    const live = tab(table);
    await until(() => live.now !== null);
    for (let move = 0; move < 40; move += 1) {
      before = now;
      now = { pawns: roll(3), stones: roll(3), cards: roll(3) };
      table.played(1);
      await until(() => live.now?.ply === table.ply);
      expect(live.now!.view).toEqual(now);
      expect(live.now!.since).toBeNull();
    }
  });

  it("are asked for anew where the view before was never told", async () => {
    vi.useFakeTimers();
    const table = new ScriptedTable();
    table.begin();
    table.view = (whole) => (whole ? { view: { pawns: table.ply }, since: null } : { view: {}, since: 1 });
    const live = tab(table);
    await until(() => live.now !== null);
    table.played(1);
    await until(() => live.now?.ply === table.ply);
    expect(live.now!.view).toEqual({ pawns: table.ply });
  });

  it("are laid over no other seat's", () => {
    const standing = { seat: 0, since: null, view: { hand: 1 } } as unknown as MatchStanding;
    const change = { ...standing, seat: 1, since: 7, view: {} };
    expect(wholeStanding(change, standing, 7)).toBeNull();
    expect(wholeStanding({ ...change, seat: 0 }, standing, 6)).toBeNull();
    expect(wholeStanding({ ...change, seat: 0 }, standing, 7)).toEqual(standing);
  });
});
