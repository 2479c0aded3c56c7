import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Happenings, type Arriving, type Scene } from "../src/parts/happenings.svelte";
import { settings } from "../src/settings.svelte";
import type { MatchStanding } from "../src/wire/messages";

const standing = (ply: number, actor = 1, seat = 0): MatchStanding =>
  ({ seat, ply, actor, view: { ply } }) as MatchStanding;
const step = (ply: number, by: number, next = 1, seat = 0): Arriving => ({
  now: standing(ply, next, seat),
  seq: ply,
  happened: [{ ply, actor: by, glimpse: 0, line: "", about: by, move: { type: "step" } }],
});
const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

describe("what has just happened", () => {
  let mine: number[];
  let happenings: Happenings;
  let scenes: Scene[];
  beforeEach(() => {
    vi.useFakeTimers();
    settings.pace = "normal";
    mine = [0];
    happenings = new Happenings(() => mine);
    happenings.jump(standing(0), 0);
    scenes = [];
    happenings.watch({ show: (scene) => scenes.push(scene) });
  });
  afterEach(() => {
    settings.pace = "normal";
    vi.useRealTimers();
  });
  const shown = (): number[] => scenes.flatMap(({ happened }) => happened.map(({ ply }) => ply));

  it("is told once, one after the other, with the position before and after it", async () => {
    happenings.add(step(1, 1));
    happenings.add(step(2, 2));
    await pass(0);
    expect(shown()).toEqual([1]);
    expect(happenings.drawn?.ply).toBe(1);
    await pass(5000);
    expect(shown()).toEqual([1, 2]);
    expect(scenes.map(({ before, after }) => [before.ply, after.ply])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it("is spoken of only when the last figure has arrived", async () => {
    let last: Scene["last"] | null = null;
    happenings.watch({ show: (scene) => void (last = scene.last)(3000) });
    happenings.add(step(1, 1, 0));
    await pass(2900);
    expect(happenings.drawn?.ply).toBe(1);
    expect(happenings.told?.ply).toBe(0);
    expect(happenings.seq).toBe(0);
    expect(happenings.settled).toBe(false);
    await pass(200);
    expect(happenings.told?.ply).toBe(1);
    expect(happenings.seq).toBe(1);
    expect(happenings.settled).toBe(true);
    expect(last).not.toBeNull();
  });

  it("never waits within a turn of one's own", async () => {
    happenings.watch({ show: ({ last }) => void last(3000) });
    happenings.add(step(1, 0, 0));
    await pass(0);
    expect(happenings.settled).toBe(true);
    expect(happenings.told?.ply).toBe(1);
  });

  it("is not told again to whoever comes later", async () => {
    happenings.add(step(1, 1));
    await pass(5000);
    const late = vi.fn();
    happenings.watch({ prepare: late, show: late });
    await pass(5000);
    expect(late).not.toHaveBeenCalled();
    happenings.add(step(2, 1));
    await pass(5000);
    expect(late).toHaveBeenCalledTimes(2);
  });

  it("can be looked at before it is drawn, and set in motion after", async () => {
    const drawn: (number | undefined)[] = [];
    const look = (): number => drawn.push(happenings.drawn?.ply);
    happenings.watch({ prepare: look, show: look });
    happenings.add(step(1, 1));
    await pass(0);
    expect(drawn).toEqual([0, 1]);
  });

  it("can be skipped, one by one", async () => {
    for (const ply of [1, 2, 3]) happenings.add(step(ply, 1));
    await pass(0);
    happenings.skip();
    await pass(0);
    expect(shown()).toEqual([1, 2]);
    happenings.skip();
    await pass(0);
    happenings.skip();
    await pass(0);
    expect(happenings.told?.ply).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("goes on without a pause where one likes it at once", async () => {
    settings.pace = "at once";
    for (const ply of [1, 2, 3]) happenings.add(step(ply, 1));
    await pass(0);
    expect(shown()).toEqual([1, 2, 3]);
    expect(happenings.told?.ply).toBe(3);
  });

  it("lasts longer at a slower pace", async () => {
    const long = async (pace: typeof settings.pace): Promise<number> => {
      settings.pace = pace;
      happenings.jump(standing(0), 0);
      happenings.add(step(1, 1));
      let time = 0;
      for (; !happenings.settled || time === 0; time += 10) await pass(10);
      return time;
    };
    const [slow, normal, fast] = [await long("slow"), await long("normal"), await long("fast")];
    expect(slow).toBeGreaterThan(normal);
    expect(normal).toBeGreaterThan(fast);
  });

  it("stops with a jump: nothing that waited is told afterwards", async () => {
    happenings.add(step(1, 1));
    happenings.add(step(2, 1));
    await pass(0);
    happenings.jump(standing(7), 7);
    await pass(5000);
    expect(shown()).toEqual([1]);
    expect(happenings.drawn?.ply).toBe(7);
    expect(happenings.told?.ply).toBe(7);
    happenings.add(step(8, 1));
    await pass(5000);
    expect(shown()).toEqual([1, 8]);
  });

  it("is looked at for a while before one device goes to the next hand, at any pace", async () => {
    settings.pace = "at once";
    mine = [0, 1];
    happenings.add(step(1, 0, 1));
    await pass(100);
    expect(happenings.drawn?.ply).toBe(1);
    expect(happenings.settled).toBe(false);
    await pass(1000);
    expect(happenings.settled).toBe(true);
  });

  it("waits for nobody where nobody watches", () => {
    const alone = new Happenings(() => mine);
    alone.add(step(1, 1));
    expect(alone.told?.ply).toBe(1);
  });
});
