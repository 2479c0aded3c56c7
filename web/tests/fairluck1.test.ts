import { describe, expect, it } from "vitest";
import { commitment, hex, Luck, roster, seatCommitment, type Bytes } from "../src/luck/fairluck1";

const TABLE: Bytes = Uint8Array.from({ length: 16 }, (_, place) => place);
const TERMS: Bytes = new TextEncoder().encode('{"game":"demo","version":"1"}');
const SECRET: Bytes = Uint8Array.from({ length: 32 }, (_, place) => place);
const ENTROPY: Bytes[] = [new Uint8Array(32).fill(0x11), new Uint8Array(32).fill(0x22)];

async function demo(): Promise<Luck> {
  const committed = await commitment(TABLE, TERMS, SECRET);
  const seats = await Promise.all(ENTROPY.map((entropy, seat) => seatCommitment(TABLE, committed, seat, entropy)));
  return Luck.from(SECRET, await roster(committed, seats), ENTROPY);
}

describe("the test vector of fairluck1", () => {
  it("commits to the secret", async () => {
    expect(hex(await commitment(TABLE, TERMS, SECRET))).toBe(
      "edc6ed3841bbfc9b4403590cb6a101bad7375e83a00c6fa236e25497f00b58b2",
    );
  });

  it("derives the key", async () => {
    expect(hex((await demo()).key)).toBe("b88d024d7a5f828e15cacd54173fb6d748695d70fa7fc6342b68aaf3d3d249eb");
  });

  it("shuffles a deck", async () => {
    const draw = (await demo()).stream(0, "shuffle:deck");
    const deck = Array.from({ length: 52 }, (_, card) => card);
    for (let place = 51; place > 0; place -= 1) {
      const other = await draw(place + 1);
      [deck[place], deck[other]] = [deck[other]!, deck[place]!];
    }
    expect(deck.slice(0, 10)).toEqual([2, 21, 32, 3, 0, 18, 30, 31, 42, 51]);
  });

  it("throws a die five times", async () => {
    const draw = (await demo()).stream(1, "die");
    const throws = [];
    for (let count = 0; count < 5; count += 1) throws.push((await draw(6)) + 1);
    expect(throws).toEqual([5, 6, 3, 5, 4]);
  });
});
