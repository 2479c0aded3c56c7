// Made by web/make_types.py from the server's structures: do not edit.

/** What a row or a column brews as it lies now. */
export interface LineView {
  power: number;
  points: number;
  of: string;
  first: number;
  cells: number;
}

/** A square: the box around its cards, where more may go, and what its lines brew. */
export interface SquareView {
  left: number;
  top: number;
  cells: string[][];
  druid: string;
  rows: LineView[];
  columns: LineView[];
  legal: ([number, number])[];
  potions: number;
  auri: number;
}

/** What the viewer knows of a seat. */
export interface SeatView {
  square: SquareView;
  known: string[];
  unknown: number;
  actions: number;
  colour: string | null;
  bonus: number | null;
  score: number;
}

/** What a card would bring the viewer at once if it were laid into a cell. */
export interface GainView {
  card: string;
  x: number;
  y: number;
  points: number;
}

/** Everything that one seat may know. */
export interface AlarunView {
  seat: number;
  phase: "act" | "centre" | "clear" | "colour" | "flip" | "hand" | "over" | "place" | "show";
  round: number;
  actor: number;
  turn: number;
  starter: number;
  first_passer: number | null;
  centre: string[];
  hand: string[];
  gains: GainView[];
  at_best: GainView[];
  passing: string;
  seats: SeatView[];
  deck: number;
  reserve: number;
  discards: string[];
  winners: number[];
}

/** A seat draws a secret colour card. */
export interface DrawColour {
  type: "colour";
  colour: string;
}

/** A card is dealt or turned up. */
export interface TurnUp {
  type: "card";
  card: string;
}

/** A seat gives a card to the centre and takes one from it. */
export interface Swap {
  type: "swap";
  give: string;
  take: string;
}

/** A seat keeps its hand as it is. */
export interface Pass {
  type: "pass";
}

/** A seat exchanges its hand with the centre, which is a pass. */
export interface SwapAll {
  type: "swap_all";
}

/** A seat has the reserve turned up as the new centre. */
export interface Refresh {
  type: "refresh";
}

/** A seat lays a card into a cell of its square. */
export interface Place {
  type: "place";
  card: string;
  x: number;
  y: number;
}

/** A seat shows its colour card at the end. */
export interface ShowColour {
  type: "show";
  colour: string;
}

export type AnyMove = DrawColour | TurnUp | Swap | Pass | SwapAll | Refresh | Place | ShowColour;
