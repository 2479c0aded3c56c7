import { beforeEach, describe, expect, it, vi } from "vitest";
import { forget, keep } from "../src/kept";
import { api, Refused } from "../src/net/api";
import { isThere, openingOf, waysOn, type Guide } from "../src/study/guide";
import { Lesson } from "../src/study/lesson.svelte";
import { progressIn, solvedPuzzles } from "../src/study/progress";
import { Puzzling } from "../src/study/puzzle.svelte";
import { words } from "../src/words";
import type { GameInfo, PuzzleInfo, Study, StudyStep, StudyWish } from "../src/wire/messages";

const GAME = { name: "pebbles", title: "Pebbles", version: 1, bots: [] } as unknown as GameInfo;
const LEGAL = ["take 1", "take 2", "take 3"];

/** A heap from which two seats take in turn; the position says how many lie there, and nobody takes more than three. */
function answered({ position, moves = [], since = 0, others = false }: StudyWish): Study {
  const steps: StudyStep[] = [];
  let [left, refused]: [number, Study["refused"]] = [Number(position), null];
  const tell = (made: number, line: string | null): void => {
    const actor = left === 0 ? -2 : others ? 0 : made % 2;
    const legal = actor === 0 ? LEGAL.map((move, action) => ({ action, move })) : [];
    const happening = { ply: made - 1, actor: (made - 1) % 2, glimpse: 0, line: line ?? "", about: 0, move: null };
    steps.push({
      made,
      happened: line === null ? [] : [happening],
      now: { seat: 0, ply: made, actor, view: left, prompt: "", legal } as unknown as StudyStep["now"],
      texts: actor === 0 ? LEGAL : [],
    });
  };
  tell(0, null);
  for (const [place, move] of moves.entries()) {
    if (!LEGAL.includes(String(move)) || Number(String(move).at(-1)) > left) {
      refused = { code: "illegal", words: "there are not so many", clause: "P1.2" };
      break;
    }
    left -= Number(String(move).at(-1));
    tell(place + 1, String(move));
  }
  return {
    seats: 2,
    options: {},
    rules_version: 1,
    goal: "",
    steps: steps.filter(({ made }) => made >= since),
    refused,
  };
}

const GUIDE: Guide = {
  seat: 0,
  steps: [
    { position: "9", says: "Nine pebbles." },
    { says: "Take two.", ways: [["take 2"]], then: ["take 1"], instead: { "take 3": "Three are too many:" } },
    { says: "Take too many.", refusal: { wish: "take 9", clause: "P1.2" } },
    { says: "Read." },
    { position: "3", says: "Take all.", ways: [["take 3"], ["take 1"]] },
    { says: "The end." },
  ],
};

let asked: StudyWish[];
beforeEach(() => {
  forget("puzzles");
  forget("learn.pebbles");
  asked = [];
  vi.spyOn(api, "study").mockImplementation((wish) => {
    asked.push(wish);
    return Promise.resolve(answered(wish));
  });
});

describe("a guide", () => {
  it("knows the ways that go on from what was played, and when one is at its end", () => {
    const ways = [["a", "b"], ["a", "c", "d"], ["e"]];
    expect(waysOn(ways, ["a"])).toEqual([
      ["a", "b"],
      ["a", "c", "d"],
    ]);
    expect(waysOn(ways, ["b"])).toEqual([]);
    expect([["a"], ["a", "b"], ["a", "c"], ["e"]].map((played) => isThere(ways, played))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it("begins every step where its chapter has led", () => {
    expect(openingOf(GUIDE, 1)).toEqual({ position: "9", moves: [] });
    expect(openingOf(GUIDE, 3)).toEqual({ position: "9", moves: ["take 2", "take 1"] });
    expect(openingOf(GUIDE, 5)).toEqual({ position: "3", moves: ["take 3"] });
  });
});

describe("a lesson", () => {
  const at = async (number: number): Promise<Lesson> => {
    const lesson = new Lesson(GUIDE, GAME);
    await lesson.go(number);
    return lesson;
  };

  it("lets nothing be played that leads elsewhere, and has a word for it", async () => {
    const lesson = await at(0);
    expect(await lesson.study.play(1)).toBe(false);
    expect(lesson.nudge).toBe(words.learn.notYet);
    await lesson.goOn();
    expect(await lesson.study.play(2)).toBe(false);
    expect(lesson.nudge).toBe("Three are too many:");
    expect(await lesson.study.play(0)).toBe(false);
    expect(lesson.nudge).toBe(words.learn.another);
    expect(lesson.study.moves).toEqual([]);
    expect(await lesson.study.play(1)).toBe(true);
    expect([lesson.number, lesson.nudge, lesson.study.moves]).toEqual([2, null, ["take 2", "take 1"]]);
  });

  it("goes on after a refusal when it has been read, and after no other one", async () => {
    const lesson = await at(2);
    lesson.refused({ words: "", clause: "P9.9" });
    expect(lesson.caught).toBe(false);
    lesson.study.why("take 9");
    await vi.waitFor(() => expect(lesson.caught).toBe(true));
    expect(lesson.study.reason?.clause).toBe("P1.2");
    expect(lesson.number).toBe(2);
    lesson.read();
    await vi.waitFor(() => expect(lesson.number).toBe(3));
  });

  it("is gone back in step by step, and remembered", async () => {
    const lesson = await at(4);
    expect(progressIn("pebbles")).toEqual({ step: 5, of: 6 });
    lesson.back();
    await vi.waitFor(() => expect(lesson.study.now?.view).toBe(6));
    expect(lesson.number).toBe(3);
    await lesson.go(99);
    expect([lesson.number, lesson.last]).toEqual([5, true]);
    await lesson.go(-7);
    expect(lesson.number).toBe(0);
  });

  it("says that the server does not answer a move, which is made again, and asks for a position until it is there", async () => {
    const lesson = await at(1);
    const study = vi.spyOn(api, "study").mockRejectedValue(new Refused("offline", ""));
    expect(await lesson.study.play(1)).toBe(false);
    expect(lesson.study.reason?.words).toBe(words.cannotReach);
    expect([lesson.number, lesson.study.busy]).toEqual([1, false]);
    vi.useFakeTimers();
    const going = lesson.go(4);
    for (const code of ["offline", "busy", "too_much", "garbled"]) {
      study.mockRejectedValue(new Refused(code, ""));
      await vi.advanceTimersByTimeAsync(4_000);
    }
    expect(lesson.study.problem).toBe(words.cannotReach);
    study.mockImplementation((wish) => Promise.resolve(answered(wish)));
    await vi.advanceTimersByTimeAsync(8_000);
    await going;
    vi.useRealTimers();
    expect([lesson.study.problem, lesson.number, lesson.study.now?.view]).toEqual([null, 4, 3]);
  });

  it("asks no more for a position that was left meanwhile", async () => {
    vi.useFakeTimers();
    const study = vi.spyOn(api, "study").mockRejectedValue(new Refused("offline", ""));
    study.mockClear();
    const lesson = new Lesson(GUIDE, GAME);
    void lesson.go(4);
    await vi.advanceTimersByTimeAsync(100);
    lesson.study.close();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(study).toHaveBeenCalledTimes(1);
  });

  it("goes on by one step however often one presses while the next is on its way", async () => {
    const lesson = await at(3);
    await Promise.all([lesson.goOn(), lesson.goOn(), lesson.goOn()]);
    expect(lesson.number).toBe(4);
  });

  it("begins anew where something else is kept in its place", () => {
    for (const text of ["{oops", "null", "[]", '"9"', '{"step": "x"}']) {
      keep("learn.pebbles", text);
      keep("puzzles", text === "[]" ? "{}" : text);
      expect([progressIn("pebbles"), solvedPuzzles()]).toEqual([null, []]);
    }
  });

  it("takes no answer for a position that was left meanwhile", async () => {
    const lesson = await at(1);
    let late: (answer: Study) => void = () => undefined;
    vi.spyOn(api, "study").mockReturnValueOnce(new Promise((answer) => (late = answer)));
    const played = lesson.study.play(1);
    await lesson.go(4);
    late(answered({ game: "pebbles", position: "9", moves: ["take 2", "take 1"] }));
    expect(await played).toBe(false);
    expect([lesson.number, lesson.study.now?.view, lesson.study.moves]).toEqual([4, 3, []]);
  });
});

describe("a puzzle", () => {
  const PUZZLE: PuzzleInfo = {
    game: "pebbles",
    id: "abc",
    position: "7",
    seat: 0,
    question: "Take seven in three moves, the largest first.",
    lines: [["take 3", "take 3", "take 1"]],
    explanation: "",
    clauses: [],
  };
  const begun = async (): Promise<Puzzling> => {
    const puzzling = new Puzzling(PUZZLE, GAME);
    await puzzling.begin();
    return puzzling;
  };
  const play = async (puzzling: Puzzling, ...actions: number[]): Promise<void> => {
    for (const action of actions) await puzzling.study.play(action);
  };

  it("is solved by its line, and remembered once", async () => {
    const puzzling = await begun();
    await play(puzzling, 2, 2);
    expect(puzzling.verdict).toBe("open");
    await play(puzzling, 0);
    expect(puzzling.verdict).toBe("solved");
    expect(await puzzling.study.play(0)).toBe(false);
    await play(await begun(), 2, 2, 0);
    expect(solvedPuzzles()).toEqual(["abc"]);
    expect(asked.every(({ others }) => others)).toBe(true);
  });

  it("says only at the end, or when asked, that another way is better, and lets one take it back", async () => {
    const puzzling = await begun();
    await play(puzzling, 2, 0);
    expect(puzzling.verdict).toBe("open");
    puzzling.check();
    expect(puzzling.verdict).toBe("elsewhere");
    await puzzling.study.undo(1);
    expect([puzzling.verdict, puzzling.study.moves]).toEqual(["open", ["take 3"]]);
    puzzling.check();
    expect(puzzling.verdict).toBe("right");
    await play(puzzling, 1, 1);
    expect(puzzling.verdict).toBe("elsewhere");
    expect(await puzzling.study.play(0)).toBe(false);
    expect(solvedPuzzles()).toEqual([]);
  });

  it("takes no answer to a move that was taken back meanwhile", async () => {
    const puzzling = await begun();
    await play(puzzling, 2);
    let late: (answer: Study) => void = () => undefined;
    vi.spyOn(api, "study").mockReturnValueOnce(new Promise((answer) => (late = answer)));
    const played = puzzling.study.play(2);
    await puzzling.study.undo(0);
    late(answered({ game: "pebbles", position: "7", moves: ["take 3", "take 3"], since: 1, others: true }));
    expect(await played).toBe(false);
    expect([puzzling.study.moves, puzzling.study.now?.view, puzzling.study.busy]).toEqual([[], 7, false]);
    await play(puzzling, 2, 2, 0);
    expect(puzzling.verdict).toBe("solved");
  });

  it("shows its answer once, however often one asks", async () => {
    const puzzling = await begun();
    await Promise.all([puzzling.show(), puzzling.show()]);
    expect([puzzling.verdict, puzzling.study.moves]).toEqual(["shown", PUZZLE.lines[0]]);
  });

  it("shows its answer, which is not solving it", async () => {
    const puzzling = await begun();
    await play(puzzling, 0);
    await puzzling.show();
    expect(puzzling.verdict).toBe("shown");
    expect(puzzling.study.moves).toEqual(PUZZLE.lines[0]);
    expect(solvedPuzzles()).toEqual([]);
  });
});
