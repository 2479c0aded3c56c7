/** Checks a finished match's luck with nothing but what was promised: no code of the server takes part. */

import type { ChanceEvent, GameInfo, Happening, TableInfo } from "../wire/messages";
import type { FairProof, MatchRecord } from "../wire/record";
import { words } from "../words";
import { commitment, hex, Luck, roster, sealOf, seatCommitment, unhex } from "./fairluck1";
import type { Half } from "./half";

/**
 * Who can vouch for the luck of my seats: this browser ("own"), somebody else because this browser no longer has, or never
 * had, its half ("elsewhere"), the server because no seat of mine promised ("server"); nobody need who only watched.
 */
export type Vouching = "own" | "elsewhere" | "server" | "watched";

export type Verdict =
  | { kind: "verified"; events: number; takenBack: number; mine: Vouching }
  | { kind: "broken"; what: string }
  | { kind: "unchecked"; why?: "insecure" };

export interface Evidence {
  info: TableInfo;
  game: GameInfo;
  record: Pick<MatchRecord, "format_version" | "beginning" | "undone" | "luck">;
  chance: ChanceEvent[];
  /** What this browser was shown while the match went on; what was taken back only where its luck was drawn anew. */
  shown: Happening[];
  /** What this browser can say of its own half. */
  kept: Half[];
}

export async function checkLuck(evidence: Evidence): Promise<Verdict> {
  const proof = evidence.record.luck;
  if (proof?.kind !== "fairluck1" || proof.secret === null) return { kind: "unchecked" };
  // Browsers hash for pages of secure addresses only.
  if (!isSecureContext) return { kind: "unchecked", why: "insecure" };
  const broken = words.end.broken;
  const secret = unhex(proof.secret);
  const table = unhex(proof.table);
  const committed = await commitment(table, terms(evidence), secret);
  if (hex(committed) !== proof.commitment || proof.commitment !== evidence.info.luck.commitment) {
    return { kind: "broken", what: broken.secret };
  }
  const entropy = proof.entropy.map(unhex);
  for (const [seat, brought] of entropy.entries()) {
    const promised = hex(await seatCommitment(table, committed, seat, brought));
    if (promised !== proof.seat_commitments[seat]) return { kind: "broken", what: broken.seats };
  }
  if (evidence.kept.some((half) => contradicts(half, proof))) return { kind: "broken", what: broken.mine };
  const locked = await roster(committed, proof.seat_commitments.map(unhex));
  if (hex(locked) !== proof.roster) return { kind: "broken", what: broken.roster };
  const luck = await Luck.from(secret, locked, entropy);
  const takenBack = evidence.record.undone?.length ?? 0;
  const verified: Verdict = { kind: "verified", events: evidence.chance.length, takenBack, mine: vouching(evidence) };
  return (await drawAgain(luck, proof.seals, evidence)) ?? verified;
}

/** A promise that this browser opened for this very start is the one that counts; what it never had says nothing. */
function contradicts({ seat, opened, entropy }: Half, proof: FairProof): boolean {
  if (opened !== null && opened !== proof.seat_commitments[seat]) return true;
  return entropy !== null && entropy !== proof.entropy[seat];
}

function vouching({ info, kept }: Evidence): Vouching {
  if (kept.length === 0) return "watched";
  const others = kept.filter((half) => half.entropy === null);
  if (others.length === 0) return "own";
  return others.every(({ seat }) => info.seats[seat]?.luck === "server") ? "server" : "elsewhere";
}

/** Draw every chance event again; the first one that comes out otherwise. */
async function drawAgain(luck: Luck, seals: string[], { chance, shown }: Evidence): Promise<Verdict | null> {
  const broken = words.end.broken;
  const sealsShown = await Promise.all(shown.map(sealShown));
  const seen = new Map(shown.map((happening, place) => [happening.event ?? -1, sealsShown[place]]));
  const hidden = [...seen.keys()].find((event) => event >= chance.length);
  if (hidden !== undefined) return { kind: "broken", what: broken.seen(hidden) };
  if (seals.length !== chance.length)
    return { kind: "broken", what: broken.seal(Math.min(seals.length, chance.length)) };
  for (const [event, { legal, odds, action }] of chance.entries()) {
    if (legal[await luck.choice(event, odds)] !== action) return { kind: "broken", what: broken.draw(event) };
    const seal = await luck.seal(event, action);
    if (seal !== seals[event]) return { kind: "broken", what: broken.seal(event) };
    if ((seen.get(event) ?? seal) !== seal) return { kind: "broken", what: broken.seen(event) };
  }
  return null;
}

/** What binds an event as it was shown: its seal, or where it came in a row the outcome with its salt. */
async function sealShown({ seal, salt, event, glimpse }: Happening): Promise<string | null> {
  if (seal) return seal;
  return salt ? hex(await sealOf(event ?? -1, glimpse, unhex(salt))) : null;
}

/** What the table agreed on, as canonical JSON (fairluck1, step 1). */
function terms({ info, game, record }: Evidence): Uint8Array<ArrayBuffer> {
  const options = Object.fromEntries(Object.entries(info.options).sort(([a], [b]) => (a < b ? -1 : 1)));
  const said = { game: game.name, options, seats: game.seats, version: info.rules_version };
  if (record.format_version === 1) return new TextEncoder().encode(JSON.stringify(said));
  const { board = null, origin = null, position = null } = record.beginning ?? {};
  return new TextEncoder().encode(JSON.stringify({ beginning: { board, origin, position }, ...said }));
}
