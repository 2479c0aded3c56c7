import type { SymbolName } from "./symbols";

/** A colour of the rainbow and of the cards: light fill, deep outline, and the symbol that always goes with it. */
export interface Colour {
  light: string;
  deep: string;
  symbol: SymbolName;
  /** What is drawn on the light fill. */
  on: string;
}

export const COLOURS = {
  red: { light: "#D9534A", deep: "#A83830", symbol: "flame", on: "#fff" },
  orange: { light: "#E98A3A", deep: "#B9611B", symbol: "slice", on: "#fff" },
  yellow: { light: "#F0C244", deep: "#B98A12", symbol: "sun", on: "#7A5A06" },
  green: { light: "#5FA45B", deep: "#3C7A3A", symbol: "leaf", on: "#fff" },
  blue: { light: "#4A90C2", deep: "#2C6A97", symbol: "drop", on: "#fff" },
  indigo: { light: "#4E519B", deep: "#35386F", symbol: "gem", on: "#fff" },
  violet: { light: "#A873BA", deep: "#764588", symbol: "star", on: "#fff" },
  pink: { light: "#E58FB0", deep: "#B85C81", symbol: "blossom", on: "#fff" },
  white: { light: "#F6F1E4", deep: "#B9AF98", symbol: "crescent", on: "#7C735C" },
} as const satisfies Record<string, Colour>;

export type ColourName = keyof typeof COLOURS;

export function colour(name: string): Colour {
  return COLOURS[name as ColourName] ?? COLOURS.white;
}

/** The look of a seat, on the board, in the list and in the log. */
export interface Tone {
  light: string;
  deep: string;
  mark: SymbolName;
}

export const TONES: readonly Tone[] = [
  { light: "#E8B8A0", deep: "#A25138", mark: "acorn" },
  { light: "#A9C4DE", deep: "#2C6A97", mark: "bell" },
  { light: "#B9CFA6", deep: "#55763C", mark: "mushroom" },
  { light: "#D3BBDD", deep: "#764A88", mark: "shell" },
  { light: "#E9D49A", deep: "#8A6A14", mark: "key" },
];

/** The look of somebody who has no seat, or no one seat: in the lobby and beside their name. */
export const NOBODY: Tone = { light: "#E4DCCB", deep: "#756B55", mark: "leaf" };

export function tone(seat: number): Tone {
  return TONES[seat % TONES.length] ?? TONES[0]!;
}
