// Made by web/make_types.py from the server's structures: do not edit.

/** A rainbow tile; face down it has no colour. */
export interface Tile {
  cell: [number, number];
  colour: string | null;
}

/** A cell that the tile in hand can slide to, and its way there: one digit a step, the direction of F1.2. */
export interface Destination {
  cell: [number, number];
  path: string;
}

/** Everything on the table. */
export interface FlipSlideView {
  seat: number;
  phase: "act" | "jump" | "over" | "place" | "show" | "slide to" | "turn up";
  actor: number;
  turn: number;
  action: number;
  actions: number;
  tiles: Tile[];
  rabbits: ([number, number] | null)[];
  held: [number, number] | null;
  flips: ([number, number])[];
  slides: ([number, number])[];
  destinations: Destination[];
  cells: ([number, number])[];
  closed: ([number, number])[];
  slid: ([number, number])[];
  previous: [number, number] | null;
  dead_ends: ([number, number])[];
  hidden: number[];
  clovers: number;
  quiet: number;
  options: Record<string, boolean | number | string>;
  winner: number | null;
  rainbow: ([number, number])[];
  outcome: string;
}

/** A tile that is turned over shows its colour. */
export interface Show {
  type: "show";
  colour: string;
}

/** The face-down tile on a cell is turned over. */
export interface Flip {
  type: "flip";
  q: number;
  r: number;
}

/** A seat picks up the tile on a cell to slide it. */
export interface Slide {
  type: "slide";
  q: number;
  r: number;
}

/** The tile that was picked up slides to a cell, by a way of one digit a step: the direction of F1.2. */
export interface SlideTo {
  type: "to";
  q: number;
  r: number;
  path: string;
}

/** A seat adds its rabbit to the patch. */
export interface Place {
  type: "place";
  q: number;
  r: number;
}

/** Alone: the rabbit jumps to a cell. */
export interface Jump {
  type: "jump";
  q: number;
  r: number;
}

/** There is nothing to flip and nothing to slide. */
export interface Pass {
  type: "pass";
}

export type AnyMove = Show | Flip | Slide | SlideTo | Place | Jump | Pass;
