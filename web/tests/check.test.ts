import { beforeAll, describe, expect, it, vi } from "vitest";
import { checkLuck, type Evidence } from "../src/luck/check";
import { commitment, hex, Luck, roster, seatCommitment, unhex, type Bytes } from "../src/luck/fairluck1";
import type { GameInfo, Happening, TableInfo } from "../src/wire/messages";
import type { FairProof } from "../src/wire/record";
import vector from "./going_back.json";

const TABLE: Bytes = new TextEncoder().encode("a1b2c3");
const SECRET: Bytes = new Uint8Array(32).fill(7);
const ENTROPY: Bytes[] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const game = { name: "demo", seats: [2, 3] } as GameInfo;
const options = { zeal: 3, area: "wide" };

/** A match of three throws whose luck is as it should be. */
async function honest(): Promise<Evidence> {
  const terms = new TextEncoder().encode(
    '{"beginning":{"board":null,"origin":null,"position":null},"game":"demo","options":{"area":"wide","zeal":3},"seats":[2,3],"version":4}',
  );
  const committed = await commitment(TABLE, terms, SECRET);
  const seats = await Promise.all(ENTROPY.map((entropy, seat) => seatCommitment(TABLE, committed, seat, entropy)));
  const locked = await roster(committed, seats);
  const luck = await Luck.from(SECRET, locked, ENTROPY);
  const legal = [10, 11, 12, 13];
  const odds = [1, 2, 3, 1];
  const chance = [];
  const shown: Happening[] = [];
  for (let event = 0; event < 3; event += 1) {
    const action = legal[await luck.choice(event, odds)]!;
    chance.push({ legal, odds, action });
    shown.push({
      ply: event,
      event,
      actor: -1,
      glimpse: action,
      line: "",
      about: -1,
      move: null,
      seal: await luck.seal(event, action),
    });
  }
  return {
    info: {
      options,
      rules_version: 4,
      luck: { commitment: hex(committed) },
      seats: [{ luck: "seat" }, { luck: "seat" }],
    } as unknown as TableInfo,
    game,
    record: {
      format_version: 2,
      beginning: { board: null, origin: null, position: null },
      undone: [],
      luck: {
        kind: "fairluck1",
        table: hex(TABLE),
        commitment: hex(committed),
        seat_commitments: seats.map(hex),
        roster: hex(locked),
        entropy: ENTROPY.map(hex),
        seals: shown.map((one) => one.seal!),
        secret: hex(SECRET),
      },
    },
    chance,
    shown,
    kept: [{ seat: 0, opened: hex(seats[0]!), entropy: hex(ENTROPY[0]!) }],
  };
}

const proof = (evidence: Evidence): FairProof => evidence.record.luck as FairProof;

describe("the luck of a finished match", () => {
  let good: Evidence;
  beforeAll(async () => {
    good = await honest();
  });
  const changed = (change: (evidence: Evidence) => void): Promise<string> => {
    const evidence = structuredClone(good);
    change(evidence);
    return checkLuck(evidence).then((verdict) => (verdict.kind === "broken" ? verdict.what : verdict.kind));
  };

  it("is verified when everything follows from what was promised", async () => {
    expect(await checkLuck(good)).toEqual({ kind: "verified", events: 3, takenBack: 0, mine: "own" });
  });

  it("is not checked before the secret is revealed", async () => {
    expect(await changed((evidence) => (proof(evidence).secret = null))).toBe("unchecked");
  });

  it("breaks with another secret, other options, another table", async () => {
    const secret = "the secret is not the one that the table committed to";
    expect(await changed((evidence) => (proof(evidence).secret = "09".repeat(32)))).toBe(secret);
    expect(await changed((evidence) => (evidence.info.options.zeal = 4))).toBe(secret);
    expect(await changed((evidence) => (proof(evidence).table = "00"))).toBe(secret);
  });

  it("breaks when the match begins elsewhere than was promised, or the format is said to be another", async () => {
    const secret = "the secret is not the one that the table committed to";
    expect(await changed((evidence) => (evidence.record.beginning!.position = "x"))).toBe(secret);
    expect(await changed((evidence) => (evidence.record.format_version = 1))).toBe(secret);
  });

  it("breaks when a seat's entropy was exchanged, mine above all", async () => {
    expect(await changed((evidence) => (proof(evidence).entropy[1] = "03".repeat(32)))).toContain("a seat's entropy");
  });

  it("breaks when another promise was used than the one that this browser opened", async () => {
    const mine = "what this browser promised is not what was used";
    expect(await changed((evidence) => (evidence.kept[0]!.opened = "05".repeat(32)))).toBe(mine);
    expect(await changed((evidence) => (evidence.kept[0]!.entropy = "05".repeat(32)))).toBe(mine);
  });

  it("does not break when this browser has not its half; then it says so", async () => {
    const vouched = async (change: (evidence: Evidence) => void): Promise<string> => {
      const evidence = structuredClone(good);
      change(evidence);
      const verdict = await checkLuck(evidence);
      return verdict.kind === "verified" ? verdict.mine : verdict.kind;
    };
    const lost = { seat: 0, opened: null, entropy: null };
    expect(await vouched((evidence) => (evidence.kept = [lost]))).toBe("elsewhere");
    expect(await vouched((evidence) => (evidence.kept = []))).toBe("watched");
    const served = (evidence: Evidence): void => {
      evidence.kept = [lost];
      evidence.info.seats[0]!.luck = "server";
    };
    expect(await vouched(served)).toBe("server");
    expect(
      await vouched((evidence) => {
        served(evidence);
        evidence.kept.push({ ...lost, seat: 1 });
      }),
    ).toBe("elsewhere");
  });

  it("is not checked where the browser has no hashes, and says why", async () => {
    vi.stubGlobal("isSecureContext", false);
    expect(await checkLuck(good)).toEqual({ kind: "unchecked", why: "insecure" });
    vi.unstubAllGlobals();
  });

  it("breaks when the roster was exchanged", async () => {
    expect(await changed((evidence) => (proof(evidence).roster = "00".repeat(32)))).toContain("the roster");
  });

  it("names the first chance event that should have come out otherwise", async () => {
    expect(
      await changed((evidence) => (evidence.chance[1]!.action = evidence.chance[1]!.action === 10 ? 11 : 10)),
    ).toBe("chance event 2 should have come out otherwise");
  });

  it("names the first seal that does not fit, and the first event that I was shown otherwise", async () => {
    expect(await changed((evidence) => (proof(evidence).seals[2] = "00".repeat(32)))).toContain(
      "seal of chance event 3",
    );
    expect(await changed((evidence) => (evidence.shown[0]!.seal = "00".repeat(32)))).toContain(
      "chance event 1 is not what you were shown",
    );
  });

  it("holds what came in a row, with salts alone, against its outcomes", async () => {
    const luck = await Luck.from(SECRET, unhex(proof(good).roster), ENTROPY);
    const salts = await Promise.all(good.shown.map(async ({ event }) => hex(await luck.salt(event!))));
    const salted = (evidence: Evidence): void =>
      evidence.shown.forEach((one, place) => Object.assign(one, { seal: null, salt: salts[place] }));
    expect(await changed(salted)).toBe("verified");
    const otherwise = await changed((evidence) => {
      salted(evidence);
      evidence.shown[1]!.glimpse += 1;
    });
    expect(otherwise).toBe("chance event 2 is not what you were shown");
  });

  it("finds events by their number, in whatever order they are shown, and misses one that is kept from it", async () => {
    expect(await changed((evidence) => evidence.shown.reverse())).toBe("verified");
    expect(await changed((evidence) => evidence.shown.shift())).toBe("verified");
    expect(await changed((evidence) => evidence.chance.pop())).toBe("chance event 3 is not what you were shown");
    expect(
      await changed((evidence) => {
        evidence.chance.pop();
        evidence.shown.pop();
      }),
    ).toContain("seal of chance event 3");
  });
});

describe("a match that went back past luck", () => {
  const evidence = (): Evidence => ({ ...structuredClone(vector as unknown as Evidence), shown: [], kept: [] });

  it("is verified with everything that was undone, and says how often that was", async () => {
    const given = evidence();
    const takenBack = given.record.undone!.length;
    expect(takenBack).toBeGreaterThan(2);
    expect(await checkLuck(given)).toEqual({
      kind: "verified",
      events: given.chance.length,
      takenBack,
      mine: "watched",
    });
  });

  it("breaks when a draw that was undone is left out", async () => {
    const given = evidence();
    given.chance.splice(40, 1);
    expect((await checkLuck(given)).kind).toBe("broken");
  });
});
