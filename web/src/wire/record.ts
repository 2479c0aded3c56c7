// Made by web/make_types.py from the server's structures: do not edit.

/** How a match ended: each seat's points, and its rank with 0 for a winner. */
export interface Result {
  scores: number[];
  ranks: number[];
}

/** Where a match begins, when it is not where its rules say. */
export interface Beginning {
  board: string | null;
  origin: string | null;
  position: string | null;
}

/** Luck that was taken back: a match had come further by these actions, went back to a ply, and drew anew. */
export interface Undone {
  ply: number;
  actions: number[];
}

/** All luck of a match follows from this number. */
export interface SeedProof {
  kind: "seed";
  seed: number;
}

/** What a record keeps of fair luck; everything in hex. Without the secret it cannot be checked yet. */
export interface FairProof {
  kind: "fairluck1";
  table: string;
  commitment: string;
  seat_commitments: string[];
  roster: string;
  entropy: string[];
  seals: string[];
  secret: string | null;
}

/** One match from its first chance to its last decision, as a list of whole numbers. */
export interface MatchRecord {
  format: "fourleaf-record";
  format_version: 1 | 2;
  game: string;
  rules_version: number;
  options: Record<string, boolean | number | string>;
  seats: number;
  beginning?: Beginning | null;
  actions: number[];
  undone?: Undone[];
  result: Result | null;
  luck: SeedProof | FairProof | null;
  who: string[];
}
