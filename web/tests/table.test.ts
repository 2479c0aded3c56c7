import { describe, expect, it } from "vitest";
import { FLAT, mapFor, SHARED, standAt, TREASURE, TURNED, way } from "../src/games/treasure/map";
import { clockText, secondsLeft } from "../src/table/clock";
import { logLines, sinceLastTurn } from "../src/table/log";
import { named, seatNames, sentence } from "../src/table/naming";
import type { Happening, MatchStanding, Seen, TableInfo } from "../src/wire/messages";

const happening = (ply: number, actor: number, line: string, about = actor): Happening => ({
  ply,
  actor,
  glimpse: 1,
  line,
  about,
  move: null,
});
const played = (seq: number, seat: number, ...happened: Happening[]): Seen => ({
  seq,
  at: 0,
  kind: "played",
  seat,
  happened,
});

describe("names", () => {
  const seat = (number: number, name: string | null, bot: string | null) => ({ seat: number, person: null, name, bot });
  const info = { seats: [seat(0, "Oak", null), seat(1, null, "hard"), seat(2, null, "hard")] } as unknown as TableInfo;

  const hard = { bot: "hard", names: ["Thistle", "Hazel"], says: "" };

  it("are a bot's own, and the second of a kind has the second", () => {
    expect(seatNames(info, [hard])).toEqual(["Oak", "Thistle", "Hazel"]);
    expect(seatNames(info, [])).toEqual(["Oak", "Bot 1", "Bot 2"]);
  });

  it("number those who are called alike", () => {
    const alike = { seats: [seat(0, "Thistle", null), seat(1, null, "hard")] } as unknown as TableInfo;
    expect(seatNames(alike, [hard])).toEqual(["Thistle 1", "Thistle 2"]);
  });

  it("tell those apart who share a device", () => {
    const oak = (number: number) => ({ ...seat(number, "Oak", null), person: "oak" });
    const elm = { ...seat(2, "Elm", null), person: "elm" };
    const shared = { seats: [oak(0), oak(1), elm, oak(3)] } as unknown as TableInfo;
    expect(seatNames(shared, [])).toEqual(["Oak", "Player 2", "Elm", "Player 3"]);
  });

  it("stand where the server says seat and number", () => {
    expect(named("Seat\u00a01 is to play: seat\u00a00 waits", ["Oak", "Elm"])).toBe("Elm is to play: Oak waits");
    expect(named("seat\u00a07 is nobody", ["Oak"])).toBe("seat\u00a07 is nobody");
    expect(named("take seat 1 of 2", ["Oak", "Elm"]), "nothing that only looks like it").toBe("take seat 1 of 2");
    expect(named("seat\u00a010 waits", ["Oak", "Elm"]), "whole numbers").toBe("seat\u00a010 waits");
    expect(named("seat\u00a00 waits", ["seat\u00a01", "Elm"]), "a name is not read again").toBe("seat\u00a01 waits");
  });

  it("stand in reasons that are sentences of their own", () => {
    expect(sentence("there is no pass")).toBe("There is no pass.");
    expect(sentence("Lay your last card.")).toBe("Lay your last card.");
  });
});

describe("the log", () => {
  const entries: Seen[] = [
    played(1, 0, happening(0, 0, "seat\u00a00 plays R1"), happening(1, -1, "seat\u00a01 rolls 3+4 = 7", 1)),
    played(2, 1, happening(2, 1, "seat\u00a01 plays B2")),
    { seq: 3, at: 0, kind: "undone", seat: 1, ply: 2 },
    played(4, 1, happening(2, 1, "seat\u00a01 plays G1")),
  ];
  const lines = logLines(entries, ["Oak", "Elm"]);

  it("keeps what was taken back and marks it", () => {
    expect(lines.filter((line) => line.undone).map((line) => line.text)).toEqual(["Elm plays B2"]);
  });

  it("finds the seat that chance speaks of", () => {
    expect(lines.find((line) => line.text.includes("rolls"))?.seat).toBe(1);
  });

  it("recaps what came after my last decision, and nothing that was taken back", () => {
    expect(sinceLastTurn(lines, 0).map((line) => line.text)).toEqual(["Elm rolls 3+4 = 7", "Elm plays G1"]);
    expect(sinceLastTurn(lines, 5)).toEqual([]);
    expect(sinceLastTurn(lines, 1)).toEqual([]);
  });

  it("recaps nothing while my own turn goes on, whatever luck has brought", () => {
    const mine = logLines(
      [played(1, 0, happening(0, 0, "seat\u00a00 plays R1"), happening(1, -1, "seat\u00a00 rolls"))],
      ["Oak"],
    );
    expect(sinceLastTurn(mine, 0)).toEqual([]);
  });
});

describe("a clock", () => {
  const now = { actor: 0, deadline: 100, banks: [60, 42] } as MatchStanding;

  it("runs for the actor and stands for the others", () => {
    expect(secondsLeft(now, 0, 90_000)).toBe(10);
    expect(secondsLeft(now, 1, 90_000)).toBe(42);
    expect(secondsLeft({ ...now, banks: null, deadline: null }, 0, 0)).toBeNull();
  });

  it("reads in minutes, hours or days", () => {
    expect([9, 75, 5400, 200_000].map(clockText)).toEqual(["0:09", "1:15", "1:30 h", "2 d 7 h"]);
  });
});

describe("the map of the race", () => {
  it("has every square inside its frame, flat and upright", () => {
    for (const map of [FLAT, TURNED]) {
      const [x = 0, y = 0, width = 0, height = 0] = map.box.split(" ").map(Number);
      for (let square = 0; square <= TREASURE; square += 1) {
        const at = map.at(square);
        expect(at.x - x).toBeGreaterThan(30);
        expect(x + width - at.x).toBeGreaterThan(30);
        expect(at.y - y).toBeGreaterThan(30);
        expect(y + height - at.y).toBeGreaterThan(30);
      }
    }
  });

  it("keeps whoever shares a square out of the reach of the others", () => {
    const FINGER = 140;
    for (const map of [FLAT, TURNED])
      for (const square of [0, 5, 20, 23, 84])
        for (const apart of [SHARED, FINGER]) {
          const places = [0, 1, 2, 3].map((place) => standAt(map, square, place, 4, apart).x);
          for (const [place, x] of places.slice(1).entries()) expect(x - places[place]!).toBeGreaterThanOrEqual(apart);
          expect(places[0]! - apart / 2).toBeGreaterThanOrEqual(map.left);
          expect(places[3]! + apart / 2).toBeLessThanOrEqual(map.left + map.wide);
        }
  });

  it("is turned upright where that makes it larger", () => {
    expect(mapFor({ wide: 366, high: 482 })).toBe(TURNED);
    expect(mapFor({ wide: 500, high: 316 })).toBe(FLAT);
    expect(mapFor({ wide: 336, high: 230 })).toBe(FLAT);
  });

  it("leads along the squares in between", () => {
    expect(way(FLAT, 3, 6).match(/C/g)).toHaveLength(3);
  });
});
