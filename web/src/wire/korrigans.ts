// Made by web/make_types.py from the server's structures: do not edit.

/** A Korrigan: its field once it is placed, and what it bears. */
export interface KorriganView {
  field: string | null;
  bears: "elf" | "goblin" | null;
}

/** Where a seat's gold comes from, as far as the viewer can count it. */
export interface GoldView {
  coins: number | null;
  menhirs: number;
  elves: number;
  goblins: number;
  cauldron: number;
}

/** What everybody sees of a seat, and its stash as far as the viewer may see it. */
export interface SeatView {
  korrigans: KorriganView[];
  screen: boolean;
  stash_size: number;
  stash: string[] | null;
  display: string[];
  spent: string[];
  backup: string | null;
  sacrificed: string | null;
  gold_menhirs: number[];
  score: number;
  gold: GoldView;
  companions_left: number | null;
}

/** What everybody sees of a field. */
export interface FieldView {
  field: string;
  clovers: number;
  menhir: boolean;
  takers: number[];
}

/** What the viewer once saw on a field, what it took, and who took a clover there since. */
export interface Look {
  round: number;
  field: string;
  seen: string[];
  took: string;
  since: number[];
}

/** A clover that the viewer may keep, and what it would be good for. */
export interface KeepView {
  token: string;
  gold: number;
  leads_to: string[];
  owned: boolean;
  words: string;
}

/** How far the Korrigans of the seat in its final turn are from the Cauldron, with the companions it has left. */
export interface DashView {
  one: number;
  both: number;
  now: number;
  in_reach: number;
  rides: (number | null)[];
  rides_of_both: number | null;
}

/** Everything that one seat may know. */
export interface KorrigansView {
  seat: number;
  phase: "cauldron" | "cloud" | "count" | "deal" | "draw" | "fairy" | "final" | "flip" | "gather" | "goblin" | "late" | "leprechaun" | "look" | "move" | "over" | "place" | "show" | "sun" | "troll" | "unscreen";
  actor: number;
  turn: number;
  round: number;
  numbered: boolean;
  korrigan: number | null;
  target: number | null;
  suns: (string | null)[];
  clouds: (string | null)[];
  pawn: string | null;
  bag: Record<string, number>;
  menhirs: Record<string, number>;
  troll: string | null;
  cauldron: string | null;
  candidates: string[];
  fields: FieldView[];
  seats: SeatView[];
  looking_at: string[];
  keep: KeepView[];
  dash: DashView | null;
  looks: Look[];
  ranks: number[];
  may: AnyMove["type"][];
}

/** A seat puts its next Korrigan on a field. */
export interface Place {
  type: "place";
  field: string;
}

/** A pawn comes out of the bag. */
export interface DrawPawn {
  type: "pawn";
  colour: string;
}

/** The pawn goes on the sun of a row, counted from 1. */
export interface PutOnSun {
  type: "sun";
  row: number;
}

/** The pawn goes on the cloud of a column, counted from 1. */
export interface PutOnCloud {
  type: "cloud";
  column: number;
}

/** A Korrigan of the seat moves to a field with a companion. */
export interface Ride {
  type: "move";
  korrigan: number;
  companion: string;
  field: string;
}

/** A seat gives a token of its stash for a Backup. */
export interface Sacrifice {
  type: "sac";
  token: string;
  backup: string;
}

/** A seat can neither move nor sacrifice. */
export interface Pass {
  type: "pass";
}

/** A seat does not use its Fairy. */
export interface Decline {
  type: "decline";
}

/** A seat ends its turn without a late sacrifice. */
export interface EndTurn {
  type: "end";
}

/** A seat ends its final turn. */
export interface Stop {
  type: "stop";
}

/** The Goblin goes under a Korrigan of another seat. */
export interface GiveGoblin {
  type: "goblin";
  korrigan: string;
}

/** A seat keeps one of the clovers that it sees. */
export interface TakeToken {
  type: "take";
  token: string;
}

/** A menhir is turned over. */
export interface FlipMenhir {
  type: "menhir";
  menhir: string;
}

/** The Leprechaun takes away the screen of a seat. */
export interface RemoveScreen {
  type: "screen";
  seat: number;
}

/** The Troll goes to a link. */
export interface PutTroll {
  type: "troll";
  link: string;
}

/** The Cauldron comes down on a field. */
export interface PutCauldron {
  type: "cauldron";
  field: string;
}

/** A seat shows the companions of its stash before its final turn. */
export interface ShowCompanions {
  type: "show";
}

/** A screen falls and the stash behind it is seen. */
export interface OpenStash {
  type: "open";
}

/** The acting seat sees the clovers of its field. */
export interface See {
  type: "see";
  tokens: string[];
}

export type AnyMove = Place | DrawPawn | PutOnSun | PutOnCloud | Ride | Sacrifice | Pass | Decline | EndTurn | Stop | GiveGoblin | TakeToken | FlipMenhir | RemoveScreen | PutTroll | PutCauldron | ShowCompanions | OpenStash | See;
