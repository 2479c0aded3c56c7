/** Luck in rows: what looks alike and came one after the other is told once, and taken apart here. */

import { hex, type Bytes } from "../luck/fairluck1";
import type { Happening, Seen } from "../wire/messages";

const HASH = 32;

/** An entry as if everything in it had been told by itself. */
export function oneByOne(entry: Seen): Seen {
  if (!entry.happened?.some(({ seals, salts }) => seals ?? salts)) return entry;
  return { ...entry, happened: entry.happened.flatMap(apart) };
}

function apart(row: Happening): Happening[] {
  const { seals, salts, ...first } = row;
  const hashes = split(seals ?? salts ?? "");
  if (hashes.length === 0) return [first];
  return hashes.map((hash, place) => ({
    ...first,
    ply: first.ply + place,
    event: (first.event ?? 0) + place,
    ...(seals ? { seal: hash } : { salt: hash }),
  }));
}

function split(base64: string): string[] {
  const bytes: Bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return Array.from({ length: bytes.length / HASH }, (_, place) =>
    hex(bytes.subarray(place * HASH, (place + 1) * HASH)),
  );
}
