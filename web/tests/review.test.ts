import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { barsOf, extent, reach } from "../src/review/balances";
import { apart, drawn, momentBefore, movesByPly, nearest, numbers, ticks, xOf, yOf } from "../src/review/curve";
import Review from "../src/review/Review.svelte";
import type { Balance, Between, CurvePoint, MatchReview, ReviewStanding, TurningPoint } from "../src/wire/messages";

const FRAME = { width: 440, height: 130, left: 30, right: 10, top: 10, bottom: 20 };
const between = (mean: number, width = 0.1): Between => ({ mean, low: mean - width, high: mean + width });
const point = (ply: number, cause: number, first: number): CurvePoint => ({
  ply,
  cause,
  chances: [between(first), between(1 - first)],
});

/** Four cards are dealt, Oak decides twice, luck, Hazel decides, the end. */
const CURVE: CurvePoint[] = [
  point(0, -1, 0.5),
  point(4, -1, 0.6),
  point(6, 0, 0.3),
  point(7, -1, 0.4),
  { ply: 8, cause: 1, chances: [between(0, 0), between(1, 0)] },
];
const BALANCE: Balance = {
  seat: 0,
  start: 0.5,
  luck: between(0.2),
  own: between(-0.9),
  others: between(0.2),
  end: 0,
};
const TURN: TurningPoint = {
  ply: 5,
  seat: 0,
  played: { action: 1, move: "stop", line: "seat\u00a00 stops", why: "it brings you nothing" },
  better: { action: 2, move: "move 3", line: "seat\u00a00 goes on", why: "seat\u00a01 is behind you then" },
  gain: between(0.61, 0.06),
};
const REVIEW: MatchReview = {
  effort: 200,
  is_over: true,
  deciders: [-1, -1, -1, -1, 0, 0, -1, 1],
  moments: [3, 3, 3, 3, 3, 4, 5, 5, 7],
  curve: CURVE,
  balances: [BALANCE, { ...BALANCE, seat: 1, end: 1 }],
  turning_points: [TURN],
};

describe("the numbers of the curve", () => {
  it("counts the moves of seats and not the luck between", () => {
    expect(movesByPly(REVIEW.deciders)).toEqual([0, 0, 0, 0, 0, 1, 2, 2, 3]);
  });

  it("gives every moment the same room, and a ply between two of them its place", () => {
    expect(CURVE.map(({ ply }) => xOf(FRAME, CURVE, ply))).toEqual([30, 130, 230, 330, 430]);
    expect(xOf(FRAME, CURVE, 5)).toBe(180);
    expect([0, 0.5, 1].map((chance) => yOf(FRAME, chance))).toEqual([110, 60, 10]);
  });

  it("draws the line through the chances and the band around their intervals", () => {
    const { line, band } = drawn(FRAME, CURVE, 0);
    expect(line).toBe("M30.0 60.0L130.0 50.0L230.0 80.0L330.0 70.0L430.0 110.0");
    expect(band.startsWith("M30.0 50.0L130.0 40.0")).toBe(true);
    expect(band.endsWith("L130.0 60.0L30.0 70.0Z")).toBe(true);
  });

  it("finds the moment beside a finger, and the one before a decision", () => {
    expect([0, 79, 81, 1000].map((x) => nearest(FRAME, CURVE, x))).toEqual([0, 0, 1, 4]);
    expect([0, 4, 5, 6, 8].map((ply) => momentBefore(CURVE, ply))).toEqual([0, 1, 1, 2, 4]);
  });

  it("names round moves and the last, none of them too near to it", () => {
    const moves = Array.from({ length: 58 }, (_, ply) => ply);
    expect(ticks(moves, 6).map(({ move }) => move)).toEqual([0, 10, 20, 30, 40, 57]);
    expect(ticks([0, 0, 0], 6)).toEqual([{ move: 0, ply: 2 }]);
    expect(ticks(movesByPly(REVIEW.deciders), 6)).toEqual([
      { move: 0, ply: 0 },
      { move: 1, ply: 5 },
      { move: 2, ply: 6 },
      { move: 3, ply: 8 },
    ]);
  });

  it("keeps marks apart and inside", () => {
    expect(apart([110, 110, 10, 110], 15, 110)).toEqual([80, 95, 10, 110]);
    expect(apart([20, 22], 15, 110)).toEqual([20, 35]);
  });

  it("draws no number of a turning point over another", () => {
    const twice = { ...REVIEW, turning_points: [TURN, { ...TURN, ply: 5 }] };
    const [one, other] = numbers(FRAME, twice, 20);
    expect(one).toEqual({ x: 180, y: yOf(FRAME, 0.6) });
    expect(Math.abs(one!.y - other!.y)).toBeGreaterThanOrEqual(20);
  });
});

describe("luck and skill", () => {
  it("adds up from bar to bar", () => {
    const bars = barsOf(BALANCE, 2);
    expect(bars.map(({ part }) => part)).toEqual(["start", "luck", "own", "others", "end"]);
    bars.slice(1, 4).forEach((bar, place) => expect(bar.from).toBe(bars[place]!.to));
    expect(bars[3]!.to).toBeCloseTo(bars[4]!.to);
  });

  it("has no others where one plays alone", () => {
    expect(barsOf(BALANCE, 1).map(({ part }) => part)).not.toContain("others");
  });

  it("shows sums below nothing and above all without leaving the track", () => {
    const bars = barsOf(BALANCE, 2);
    const whole = reach(bars);
    expect(whole.least).toBeCloseTo(-0.2);
    expect(whole.most).toBe(1);
    for (const bar of bars) {
      const { left, width } = extent(bar, whole);
      expect(left).toBeGreaterThanOrEqual(-1e-9);
      expect(left + width).toBeLessThanOrEqual(100 + 1e-9);
    }
  });
});

describe("a review on the page", () => {
  const standing = (more: Partial<ReviewStanding>): ReviewStanding => ({
    state: "running",
    ahead: 0,
    share: 0,
    part: "chances",
    words: null,
    review: null,
    ...more,
  });
  /** What the server answers, one after the other; nothing is an answer that got lost. */
  let answers: (ReviewStanding | { code: string; words: string } | null)[];
  let asked: string[];

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
      asked.push(`${method} ${path}`);
      const answer = answers.shift();
      if (!answer) return Promise.reject(new Error("lost"));
      return Promise.resolve(new Response(JSON.stringify(answer), { status: "code" in answer ? 409 : 200 }));
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const went: number[] = [];
  async function open(...told: typeof answers): Promise<{ container: HTMLElement; unmount: () => void }> {
    answers = told;
    const page = render(Review, {
      of: { table: "meadow" },
      names: ["Oak", "Hazel"],
      onmoment: (at: number) => went.push(at),
    });
    await vi.advanceTimersByTimeAsync(0);
    return page;
  }
  const second = () => vi.advanceTimersByTimeAsync(1000);

  it("tells how far it is, asks again when the server forgot, and shows it when it is made", async () => {
    await open(
      standing({ state: "waiting", ahead: 2 }),
      standing({ share: 0.5, part: "decisions" }),
      null,
      standing({ state: "unasked" }),
      standing({ state: "made", share: 1, review: REVIEW }),
    );
    expect(screen.getByRole("status").textContent).toContain("2 other reviews come first.");
    await second();
    expect(screen.getByRole("status").textContent).toContain("Every decision is looked into.");
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(0.5);
    await second();
    expect(screen.getByRole("status").textContent).toContain("cannot be reached");
    await second();
    await second();
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("At the end: Oak 0 %, Hazel 100 %");
    const path = "/api/tables/meadow/review";
    expect(asked).toEqual([`POST ${path}`, `GET ${path}`, `GET ${path}`, `GET ${path}`, `POST ${path}`]);
    await second();
    expect(asked.length).toBe(5);
  });

  it("says why there is none, and tries again", async () => {
    await open(
      { code: "not_now", words: "you sit at a rated match" },
      standing({ state: "failed", words: "its process ended" }),
      standing({ state: "made", review: REVIEW }),
    );
    for (const why of ["you sit at a rated match", "its process ended"]) {
      expect(screen.getByRole("alert").textContent).toBe(`There is no review: ${why}.`);
      await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(screen.getByRole("slider")).toBeTruthy();
  });

  it("asks no more once it is left", async () => {
    const page = await open(standing({}));
    page.unmount();
    await second();
    expect(asked.length).toBe(1);
  });

  it("walks by keys from moment to moment, says each in words, and leads there", async () => {
    await open(standing({ state: "made", review: REVIEW }));
    const slider = screen.getByRole("slider");
    const said: (string | null)[] = [];
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight"]) {
      await fireEvent.keyDown(slider, { key });
      said.push(slider.getAttribute("aria-valuetext"));
    }
    expect(said).toEqual([
      "At the beginning: Oak 50 % (40 to 60), Hazel 50 % (40 to 60)",
      "After the first luck: Oak 60 % (50 to 70), Hazel 40 % (30 to 50)",
      "After move 2 by Oak: Oak 30 % (20 to 40), Hazel 70 % (60 to 80)",
      "After move 2 by Oak and the luck that followed: Oak 40 % (30 to 50), Hazel 60 % (50 to 70)",
    ]);
    const [here, turn] = screen.getAllByRole("button", { name: "Look at this moment" });
    await fireEvent.click(here!);
    await fireEvent.click(turn!);
    expect(went).toEqual([5, 4]);
  });

  it("tells a turning point by names, with what would have been better, why, and by how much", async () => {
    await open(standing({ state: "made", review: REVIEW }));
    const told = screen.getByTestId("review").textContent.replace(/\s+/g, " ");
    expect(told).toContain("Oak, move 2");
    expect(told).toContain("Oak stops“It brings you nothing.”");
    expect(told).toContain("Oak goes on“Hazel is behind you then.”");
    expect(told).toContain("it wins 61 games of a hundred more (55 to 67).");
    cleanup();
    const alike = { ...TURN, better: { ...TURN.better, line: TURN.played.line } };
    await open(standing({ state: "made", review: { ...REVIEW, turning_points: [alike] } }));
    expect(screen.getByText(/Oak stops: the same, but in another place/)).toBeTruthy();
  });

  it("says that no turning point stands out, and where a match that was given up stopped", async () => {
    await open(standing({ state: "made", review: { ...REVIEW, is_over: false, turning_points: [] } }));
    expect(screen.getByText(/No turning point stands out/)).toBeTruthy();
    expect(screen.getAllByText("Where the match stopped").length).toBeGreaterThan(0);
    expect(screen.queryByText("At the end")).toBeNull();
  });

  it("lets one line stand out", async () => {
    const { container } = await open(standing({ state: "made", review: REVIEW }));
    await fireEvent.click(screen.getByRole("button", { name: /^Hazel/ }));
    expect(container.querySelectorAll("g.faint").length).toBe(1);
    await fireEvent.click(screen.getByRole("button", { name: /^Hazel/ }));
    expect(container.querySelectorAll("g.faint").length).toBe(0);
  });
});
