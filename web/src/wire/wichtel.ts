// Made by web/make_types.py from the server's structures: do not edit.

/** What four gnomes are worth together, and how that comes about. */
export interface Judged {
  result: number;
  points: number;
  title: string | null;
  title_points: number;
  dismissed: string[];
  stands_for: string | null;
  turned: boolean;
  words: string;
}

/** What a gnome of the village would make of the viewer's four, and the one of them that would go for it. */
export interface Prospect {
  put: string;
  judged: Judged;
}

/** A gnome in a pile, as far as the viewer knows it, and the seat that gave it up in a call. */
export interface Slot {
  gnome: string | null;
  caller: number | null;
}

/** A pile beside the village, bottom first. */
export interface Pile {
  draws: boolean;
  slots: Slot[];
}

/** A place of the village. */
export interface Place {
  gnome: string | null;
  leaves_next: boolean;
  prospect: Prospect | null;
}

/** What the viewer knows of a seat. */
export interface SeatView {
  total: number;
  gnomes: number;
  sure: string[];
  events: number;
  shown: string[];
  bribe: string | null;
}

/** A hand at the end of the last round, and the points it brought, bonus included. */
export interface LaidDown {
  hand: string[];
  judged: Judged;
  points: number;
}

/** Everything that one seat may know. */
export interface WichtelView {
  seat: number;
  phase: "action" | "bribe" | "claim" | "deal" | "draw" | "end" | "events" | "give" | "hands" | "look" | "nix" | "over" | "replace" | "reply" | "reveal" | "roll" | "show" | "start" | "turn" | "village";
  actor: number;
  active: number;
  asked: number;
  round: number;
  turn: number;
  lap: number;
  target: number;
  village: Place[];
  left: Pile;
  right: Pile;
  supervisor_free: boolean;
  back: boolean;
  halt: boolean;
  seats: SeatView[];
  hand: string[];
  judged: Judged | null;
  events: string[];
  spent: string[];
  die_on: number | null;
  partner: number | null;
  offer: string | null;
  returned: string | null;
  briber: number | null;
  bribe: string | null;
  need: number | null;
  rolled: number | null;
  puts: Prospect[];
  sheet: number[][];
  last_round: LaidDown[];
  ranks: number[];
  may: AnyMove["type"][];
}

/** A gnome is dealt, turned up or drawn. */
export interface Gnome {
  type: "gnome";
  what: string;
}

/** An event is dealt. */
export interface Event {
  type: "event";
  what: string;
}

/** The gnome offered in a swap is looked at. */
export interface Show {
  type: "show";
  what: string;
}

/** A bribe is turned up. */
export interface TurnUp {
  type: "turn";
  what: string;
}

/** The die is rolled. */
export interface Roll {
  type: "roll";
  what: string;
}

/** The village marches. */
export interface March {
  type: "march";
}

/** Come Here! is played to a gnome of the village. */
export interface ComeHere {
  type: "here";
  what: string;
}

/** Come Back! is played. */
export interface ComeBack {
  type: "back";
}

/** Stand Still! is played. */
export interface StandStill {
  type: "halt";
}

/** A seat gives up a gnome and draws one. */
export interface Call {
  type: "call";
  what: string;
}

/** A seat offers another one a gnome. */
export interface Swap {
  type: "swap";
  seat: number;
  gnome: string;
}

/** A seat puts the die on a place of the village. */
export interface Recruit {
  type: "recruit";
  what: string;
}

/** A seat gives a gnome for the one that it was offered. */
export interface Return {
  type: "return";
  what: string;
}

/** A seat lets a window go by. */
export interface Pass {
  type: "pass";
}

/** A seat lays a bribe face down. */
export interface Bribe {
  type: "bribe";
  what: string;
}

/** Nothing Doing! is played against the bribe of a seat. */
export interface Nix {
  type: "nix";
  what: string;
}

/** Let Me Look Again! is played. */
export interface Look {
  type: "look";
}

/** A seat must take the recruited gnome. */
export interface Give {
  type: "give";
  what: string;
}

/** The taker puts one of its gnomes in the place of the recruited one. */
export interface Put {
  type: "put";
  what: string;
}

/** A seat lets the round go on. */
export interface Continue {
  type: "continue";
}

/** A seat has everybody judged. */
export interface JudgeAll {
  type: "judge";
}

/** The turn is over. */
export interface Done {
  type: "done";
}

/** The supervisor is freed, and the turn is over. */
export interface Free {
  type: "free";
}

/** A seat lays down its hand at the end of a round. */
export interface LayDown {
  type: "hand";
  what: string;
}

export type AnyMove = Gnome | Event | Show | TurnUp | Roll | March | ComeHere | ComeBack | StandStill | Call | Swap | Recruit | Return | Pass | Bribe | Nix | Look | Give | Put | Continue | JudgeAll | Done | Free | LayDown;
