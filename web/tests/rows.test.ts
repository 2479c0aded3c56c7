import { describe, expect, it } from "vitest";
import { oneByOne } from "../src/net/rows";
import type { Happening, Seen } from "../src/wire/messages";

const luck = { actor: -1, line: "seat 1 takes a card", about: 1, move: null };
const decided: Happening = { ply: 4, actor: 0, glimpse: 2, line: "seat 0 plays R1", about: 0, move: null };
const entry = (...happened: Happening[]): Seen => ({ seq: 6, at: 0, kind: "played", happened });
const joined = (...bytes: number[]): string =>
  btoa(String.fromCharCode(...bytes.flatMap((byte) => new Array<number>(32).fill(byte))));
const hash = (byte: string): string => byte.repeat(32);

describe("luck in rows", () => {
  it("is taken apart into what was told of each event", () => {
    const hidden = { ...luck, glimpse: -1, ply: 5, event: 9, seals: joined(1, 255) };
    const shown = { ...luck, glimpse: 7, ply: 7, event: 11, salts: joined(16) };
    expect(oneByOne(entry(decided, hidden, shown))).toEqual(
      entry(
        decided,
        { ...luck, glimpse: -1, ply: 5, event: 9, seal: hash("01") },
        { ...luck, glimpse: -1, ply: 6, event: 10, seal: hash("ff") },
        { ...luck, glimpse: 7, ply: 7, event: 11, salt: hash("10") },
      ),
    );
  });

  it("leaves alone what was told one by one", () => {
    const plain = entry(decided, { ...luck, glimpse: -1, ply: 5, event: 9, seal: hash("01") });
    expect(oneByOne(plain)).toBe(plain);
    expect(oneByOne({ seq: 1, at: 0, kind: "created" })).toEqual({ seq: 1, at: 0, kind: "created" });
  });
});
