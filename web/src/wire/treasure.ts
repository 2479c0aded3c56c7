// Made by web/make_types.py from the server's structures: do not edit.

/** A hunter on the spiral. */
export interface Figure {
  colour: string;
  square: number;
  to_go: number;
}

/** What everybody sees of a seat, and its colour card as far as the viewer knows it. */
export interface SeatView {
  cards: number;
  played: string[];
  colour: string | null;
  score: number;
}

/** Where a card would take its figure on the dice that lie there. */
export interface Run {
  card: string;
  stops: number[];
  words: string;
}

/** Where two hunters would stand if the one on the whirl changed places with another. */
export interface ExchangeView {
  figure: string;
  whirled_to: number;
  figure_to: number;
}

/** Everything that one seat may know. */
export interface TreasureView {
  seat: number;
  phase: "card" | "colour" | "deal" | "draw" | "over" | "roll" | "show" | "whirl";
  actor: number;
  turn: number;
  dice: [number, number] | null;
  figures: Figure[];
  on_whirl: string | null;
  exchanges: ExchangeView[];
  seats: SeatView[];
  hand: string[];
  runs: Run[];
  bank: number;
  arrived: string[];
}

/** A seat draws a colour card. */
export interface DrawColour {
  type: "colour";
  colour: string;
}

/** A seat is dealt a card, or takes one from the bank. */
export interface TakeCard {
  type: "take";
  card: string;
}

/** Both dice are thrown. */
export interface Roll {
  type: "roll";
  dice: string;
}

/** A seat plays a card from its hand. */
export interface PlayCard {
  type: "play";
  card: string;
  stops: number[];
}

/** A seat exchanges the figure on the whirl with this one. */
export interface Exchange {
  type: "exchange";
  figure: string;
}

/** A seat shows its colour card at the end. */
export interface ShowColour {
  type: "show";
  colour: string;
}

export type AnyMove = DrawColour | TakeCard | Roll | PlayCard | Exchange | ShowColour;
