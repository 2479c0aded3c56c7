/** Checks a finished match's luck with nothing but what was promised: no code of the server takes part. */

import type { TableRecord } from "../net/api";
import type { ChanceEvent, GameInfo, Happening, TableInfo } from "../wire/messages";
import { words } from "../words";
import { commitment, hex, Luck, roster, seatCommitment, unhex } from "./fairluck1";

export type Verdict =
  { kind: "verified"; events: number; takenBack: number } | { kind: "broken"; what: string } | { kind: "unchecked" };

export interface Evidence {
  info: TableInfo;
  game: GameInfo;
  record: TableRecord;
  chance: ChanceEvent[];
  /** What this browser was shown while the match went on; what was taken back only where its luck was drawn anew. */
  shown: Happening[];
  /** What this browser promised and kept, by seat. */
  kept: Map<number, string>;
}

export async function checkLuck(evidence: Evidence): Promise<Verdict> {
  const proof = evidence.record.luck;
  if (proof?.kind !== "fairluck1" || proof.secret === null || !crypto.subtle) return { kind: "unchecked" };
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
    const mine = evidence.kept.get(seat);
    if (mine !== undefined && mine !== hex(brought)) return { kind: "broken", what: broken.mine };
  }
  const locked = await roster(committed, proof.seat_commitments.map(unhex));
  if (hex(locked) !== proof.roster) return { kind: "broken", what: broken.roster };
  const luck = await Luck.from(secret, locked, entropy);
  const takenBack = evidence.record.undone?.length ?? 0;
  const verified: Verdict = { kind: "verified", events: evidence.chance.length, takenBack };
  return (await drawAgain(luck, proof.seals, evidence)) ?? verified;
}

/** Draw every chance event again; the first one that comes out otherwise. */
async function drawAgain(luck: Luck, seals: string[], { chance, shown }: Evidence): Promise<Verdict | null> {
  const broken = words.end.broken;
  const seen = new Map(shown.map((happening) => [happening.event ?? -1, happening.seal]));
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

/** What the table agreed on, as canonical JSON (fairluck1, step 1). */
function terms({ info, game, record }: Evidence): Uint8Array<ArrayBuffer> {
  const options = Object.fromEntries(Object.entries(info.options).sort(([a], [b]) => (a < b ? -1 : 1)));
  const said = { game: game.name, options, seats: game.seats, version: info.rules_version };
  if (record.format_version === 1) return new TextEncoder().encode(JSON.stringify(said));
  const { board = null, origin = null, position = null } = record.beginning ?? {};
  return new TextEncoder().encode(JSON.stringify({ beginning: { board, origin, position }, ...said }));
}
