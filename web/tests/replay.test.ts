import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refused } from "../src/net/api";
import { WATCHER } from "../src/net/live_table.svelte";
import { Replay, type Source } from "../src/replay/replay.svelte";
import { settings } from "../src/settings.svelte";
import type { MatchInfo } from "../src/table/shown";
import { words } from "../src/words";
import type { Happening, Moment, Moments, Seen } from "../src/wire/messages";

const FIRST = 4;
const PAGE = 5;
const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

/** A match at the other end: entry 4 begins it, the seats decide in turn, each twice in a row, and a bot stands in after entry 9. */
class Pages implements Source {
  readonly info = { seats: [{ seat: 0 }, { seat: 1 }], mine: [0], ending: null } as unknown as MatchInfo;
  asked: string[] = [];
  /** Answers that come before those of the match. */
  refusals: Refused[] = [];
  slow = 10;

  constructor(public count: number) {}

  async page(seat: number, since: number): Promise<Moments> {
    this.asked.push(`${seat} after ${since}`);
    await new Promise((answer) => setTimeout(answer, this.slow));
    const refusal = this.refusals.shift();
    if (refusal) throw refusal;
    const all = Array.from({ length: this.count }, (_, place) => this.#moment(place, seat));
    const page = all.filter(({ seq }) => seq > since).slice(0, PAGE);
    return { seat, count: this.count, moments: page.map((moment, place) => this.#part(moment, page[place - 1])) };
  }

  actor = (place: number): number => Math.floor(place / 2) % 2;

  #moment(place: number, seat: number): Moment {
    const seq = FIRST + place + (place > 5 ? 1 : 0);
    const happened = [{ ply: place, actor: this.actor(place - 1), line: `move ${place}`, about: 0 }] as Happening[];
    const entry: Seen =
      place === 0
        ? { seq, at: 0, kind: "started" }
        : { seq, at: 0, kind: "played", seat: this.actor(place - 1), happened };
    const stood: Seen = { seq: seq - 1, at: 0, kind: "stood_in", seat: 1, bot: "easy" };
    const view = { ply: place, eyes: seat, box: "always the same" };
    return {
      seq,
      entries: place === 6 ? [stood, entry] : [entry],
      now: {
        seat,
        ply: place,
        actor: this.actor(place),
        view,
        since: null,
        prompt: "",
        legal: [],
      } as unknown as Moment["now"],
    };
  }

  /** Of each moment but the first of a page what has changed. */
  #part(moment: Moment, before: Moment | undefined): Moment {
    if (before === undefined) return moment;
    const { ply } = moment.now.view as { ply: number };
    return { ...moment, now: { ...moment.now, view: { ply }, since: before.seq } };
  }
}

describe("a match looked back on", () => {
  let pages: Pages;
  let replay: Replay;
  let scenes: number[];
  beforeEach(() => {
    vi.useFakeTimers();
    settings.pace = "normal";
    pages = new Pages(12);
    scenes = [];
  });
  afterEach(() => {
    replay.close();
    settings.pace = "normal";
    vi.useRealTimers();
  });

  async function open(moment: number | null, seat = 0): Promise<void> {
    replay = new Replay(pages, seat, moment);
    replay.happenings.watch({ show: ({ happened }) => scenes.push(...happened.map(({ ply }) => ply)) });
    await pass(100);
    flushSync();
  }
  const view = (): unknown => replay.now?.view;
  const seqs = (): number[] => replay.moments.map(({ seq }) => seq);

  it("comes page by page, each view whole", async () => {
    await open(null);
    expect(pages.asked).toEqual(["0 after 0", "0 after 8", "0 after 14"]);
    expect(seqs()).toEqual([4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16]);
    expect(replay.moments.map(({ now }) => now.view)).toEqual(
      seqs().map((_, ply) => ({ ply, eyes: 0, box: "always the same" })),
    );
    expect([replay.at, replay.place, replay.count]).toEqual([4, 0, 12]);
  });

  it("is the same from both ends", async () => {
    await open(null);
    const there = [view()];
    while (replay.step(1)) {
      await pass(5000);
      there.push(view());
    }
    expect(replay.atEnd).toBe(true);
    const back = [view()];
    while (replay.step(-1)) back.unshift(view());
    expect(back).toEqual(there);
    expect(back).toHaveLength(12);
    expect(replay.atStart).toBe(true);
  });

  it("acts one step on out, and shows everything else at once", async () => {
    await open(6);
    replay.step(1);
    await pass(5000);
    expect(scenes).toEqual([3]);
    replay.step(-1);
    replay.toEnd();
    replay.goTo(9);
    replay.turn(-1);
    await pass(5000);
    expect(scenes).toEqual([3]);
  });

  it("goes on from a scene that is still shown, and leaves it for a jump", async () => {
    await open(6);
    replay.happenings.watch({ show: (scene) => void scene.last(60_000) });
    replay.step(1);
    await pass(100);
    expect(replay.happenings.settled).toBe(false);
    replay.step(1);
    await pass(100);
    expect([replay.at, replay.now?.ply, replay.happenings.told?.ply]).toEqual([8, 4, 3]);
    replay.goTo(13);
    expect(replay.happenings.settled).toBe(true);
    expect([replay.at, replay.now?.ply]).toEqual([13, 8]);
    await pass(120_000);
    expect([replay.at, replay.now?.ply]).toEqual([13, 8]);
  });

  it("opens at a moment, or at the nearest and says so", async () => {
    await open(14);
    expect([replay.at, replay.notice]).toEqual([14, null]);
    replay.goTo(10);
    expect([replay.at, replay.notice]).toEqual([9, words.replay.noSuchMoment]);
    replay.step(-1);
    expect(replay.notice).toBeNull();
    replay.goTo(1);
    expect([replay.at, replay.notice]).toEqual([4, words.replay.noSuchMoment]);
    replay.goTo(999);
    expect([replay.at, replay.notice]).toEqual([16, words.replay.noSuchMoment]);
    replay.toEnd();
    expect([replay.at, replay.notice]).toEqual([16, null]);
  });

  it("finds the turns of whose eyes these are, and of everybody for a watcher", async () => {
    await open(4);
    const turns = (): number[] => {
      const found: number[] = [];
      for (let before = -1; before !== replay.at; replay.turn(1)) found.push((before = replay.at));
      return found;
    };
    expect(turns()).toEqual([4, 8, 13]);
    replay.turn(-1);
    expect(replay.at).toBe(8);
    replay.lookAs(WATCHER);
    replay.toStart();
    await pass(100);
    flushSync();
    expect(turns()).toEqual([4, 6, 8, 11, 13, 15]);
  });

  it("is seen through other eyes at the same moment, and an answer for the ones before is not taken for theirs", async () => {
    await open(9);
    pages.slow = 1000;
    replay.lookAs(1);
    pages.slow = 10;
    replay.lookAs(WATCHER);
    await pass(5000);
    flushSync();
    expect([replay.at, view()]).toEqual([9, { ply: 5, eyes: WATCHER, box: "always the same" }]);
    expect(replay.moments.every(({ now }) => now.seat === WATCHER)).toBe(true);
  });

  it("asks again for what was lost, and says what is refused", async () => {
    pages.refusals = [new Refused("offline", ""), new Refused("too_much", "wait"), new Refused("busy", "")];
    await open(16);
    expect(replay.now).toBeNull();
    await pass(10_000);
    expect(replay.at).toBe(16);
    pages.refusals = [new Refused("not_yours", "these are not your eyes")];
    replay.lookAs(1);
    await pass(10_000);
    expect(replay.problem).toBe("These are not your eyes.");
    expect(replay.now?.seat).toBe(0);
    replay.lookAs(0);
    await pass(100);
    expect(replay.problem).toBeNull();
  });

  it("grows while the match goes on, and stays where one looks", async () => {
    await open(8);
    pages.count = 14;
    replay.hasGoneOn();
    replay.hasGoneOn();
    await pass(200);
    flushSync();
    expect([replay.at, replay.count, seqs().at(-1)]).toEqual([8, 14, 18]);
  });

  it("runs to its end and no further, stops when somebody does anything, and begins anew at the end", async () => {
    await open(13);
    void replay.run();
    await pass(60_000);
    flushSync();
    expect([replay.atEnd, replay.playing]).toEqual([true, false]);
    expect(scenes).toEqual([9, 10, 11]);
    void replay.run();
    await pass(100);
    expect([replay.playing, replay.at]).toEqual([true, 4]);
    await pass(700);
    expect([replay.playing, replay.at]).toEqual([true, 5]);
    replay.step(-1);
    await pass(60_000);
    expect([replay.playing, replay.at]).toEqual([false, 4]);
  });

  it("tells of the seats as they were then", async () => {
    await open(9);
    expect(replay.info.seats[1]?.stand_in).toBeNull();
    replay.step(1);
    flushSync();
    expect(replay.info.seats[1]?.stand_in).toBe("easy");
    expect(replay.entries.map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("lets nobody play, and says so", async () => {
    await open(9);
    await replay.play();
    expect([replay.notice, replay.at]).toEqual([words.replay.onlyLooking, 9]);
    expect(replay.myTurn).toBe(false);
  });

  it("leaves nothing behind", async () => {
    await open(4);
    void replay.run();
    replay.close();
    const { at } = replay;
    await pass(60_000);
    expect(replay.at).toBe(at);
  });
});
