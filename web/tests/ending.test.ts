import { describe, expect, it } from "vitest";
import { howItEnded, ifResigned, isShared, result, whoResigned } from "../src/table/ending";
import { refusedBack } from "../src/table/log";
import type { Ending, Seen, SeatInfo, TableInfo } from "../src/wire/messages";

const NAMES = ["Oak", "Hazel", "Rowan"];
const BOARD = "The red hunter reaches the treasure, and nobody backed it: nobody wins.";

interface Told {
  seats?: Partial<SeatInfo>[];
  mine?: number[];
  ending?: Ending | null;
  rated?: boolean;
  frozen?: boolean;
}

function table({ seats = [{}, {}], mine = [], ending = null, rated = false, frozen = false }: Told): TableInfo {
  const empty = { person: null, name: null, bot: null, kept_for: null, stand_in: null, resigned: false };
  return {
    seats: seats.map((seat, number) => ({ ...empty, seat: number, person: `p${number}`, ...seat })),
    mine,
    ending,
    rated,
    frozen,
  } as unknown as TableInfo;
}

const VIEWERS = { "the first seat": [0], "the second seat": [1], "a watcher": [], "one device for both": [0, 1] };

describe.each(Object.entries(VIEWERS))("what %s reads", (viewer, mine) => {
  it("says that nobody wins when nobody does", () => {
    const info = table({ mine, ending: { why: "played", scores: [0, 0], ranks: [1, 1] } });
    expect(result(info, NAMES)).toBe("Nobody wins");
    expect(howItEnded(info, NAMES, BOARD)).toBe(BOARD);
  });

  it("names the winner, and whoever wins is spoken to", () => {
    const info = table({ mine, ending: { why: "played", scores: [1, 0], ranks: [0, 1] } });
    expect(result(info, NAMES)).toBe(viewer === "the first seat" ? "You win" : "Oak wins");
  });

  it("calls no winner where all are alike", () => {
    const info = table({ mine, ending: { why: "played", scores: [3, 3], ranks: [0, 0] } });
    expect(result(info, NAMES)).toBe("The end");
  });

  it("says who resigned, and never repeats what the board had asked for", () => {
    const seats = [{ resigned: true }, {}];
    const info = table({ mine, seats, ending: { why: "resigned", scores: [0, 0], ranks: [1, 0] } });
    const who = viewer === "the first seat" ? "You" : "Oak";
    const wins = viewer === "the second seat" ? "You win" : "Hazel wins";
    expect(howItEnded(info, NAMES, "Lay a card.")).toBe(`${who} resigned. ${wins}.`);
  });
});

describe("resigning", () => {
  it("is told of several in one sentence, oneself first", () => {
    const seats = [{ resigned: true }, { resigned: true }, { resigned: true }];
    expect(whoResigned(table({ seats, mine: [1] }), NAMES)).toBe("You, Oak and Rowan resigned.");
    expect(whoResigned(table({ seats }), ["Oak", "Thistle", "Rowan"])).toBe("Oak, Thistle and Rowan resigned.");
    expect(whoResigned(table({}), NAMES)).toBe("");
  });

  it("of one who plays alone has no place and no winner", () => {
    const alone = { seats: [{ resigned: true }], ending: { why: "resigned", scores: [0], ranks: [1] } as Ending };
    expect(result(table({ ...alone, mine: [0] }), NAMES)).toBe("You resigned");
    expect(result(table(alone), NAMES)).toBe("Oak resigned");
    expect(howItEnded(table({ ...alone, mine: [0] }), NAMES, "Place your rabbit.")).toBe("You resigned.");
  });

  it("and winning all the same is the bot's doing", () => {
    const seats = [{ resigned: true, stand_in: "medium" }, {}];
    const info = table({ seats, mine: [0], ending: { why: "played", scores: [9, 1], ranks: [0, 1] } });
    expect(result(info, NAMES)).toBe("Your seat wins");
  });

  it("at a rated table puts whoever stayed first, whatever the board says", () => {
    const seats = [{ resigned: true, stand_in: "medium" }, {}];
    const info = table({ seats, mine: [1], rated: true, ending: { why: "played", scores: [9, 1], ranks: [1, 0] } });
    expect(howItEnded(info, NAMES, "Oak wins with 9 points.")).toMatch(/^You win\. A rated match: /);
  });

  it("means what the server would do", () => {
    const bot = { person: null, bot: "medium" };
    expect(ifResigned(table({ seats: [{}] }), 0)).toEqual({ kind: "alone" });
    expect(ifResigned(table({ seats: [{}, bot] }), 0)).toEqual({ kind: "wins", seat: 1 });
    expect(ifResigned(table({ seats: [{}, { resigned: true }, {}] }), 0)).toEqual({ kind: "wins", seat: 2 });
    expect(ifResigned(table({ seats: [{}, bot, bot] }), 0)).toEqual({ kind: "nobody" });
    expect(ifResigned(table({ seats: [{}, bot, { stand_in: "medium" }] }), 0)).toEqual({ kind: "nobody" });
    expect(ifResigned(table({ seats: [{}, bot, {}] }), 0)).toEqual({ kind: "bot" });
    expect(ifResigned(table({ seats: [{}, {}], frozen: true }), 0)).toEqual({ kind: "repair" });
  });

  it("and leaving end a match at which nobody else decides", () => {
    expect(isShared(table({ mine: [0], seats: [{}, { person: null, bot: "medium" }] }))).toBe(false);
    expect(isShared(table({ mine: [0, 1], seats: [{ person: "p" }, { person: "p" }] }))).toBe(false);
    expect(isShared(table({ mine: [0], seats: [{}, { resigned: true }] }))).toBe(false);
    expect(isShared(table({ mine: [0] }))).toBe(true);
  });
});

describe("a wish to go back", () => {
  const entry = (seq: number, kind: string, more: Partial<Seen> = {}): Seen => ({ seq, at: 0, kind, ...more });
  const asked = entry(3, "asked", { seat: 0, ply: 1 });
  const refused = entry(4, "answered", { seat: 1, yes: false });

  it("is answered to whoever asked", () => {
    expect(refusedBack([asked, refused], [0])).toEqual({ seq: 3, seats: [1] });
    expect(refusedBack([asked, refused], [1])).toBeNull();
    expect(refusedBack([asked], [0])).toBeNull();
    expect(refusedBack([asked, entry(4, "answered", { seat: 1, yes: true })], [0])).toBeNull();
  });

  it("is past once the match goes on", () => {
    const on = entry(5, "played", {
      seat: 0,
      happened: [{ ply: 4, actor: 0, glimpse: 1, line: "seat\u00a00 passes", about: 0, move: { type: "pass" } }],
    });
    expect(refusedBack([asked, refused, on], [0])).toBeNull();
  });
});
