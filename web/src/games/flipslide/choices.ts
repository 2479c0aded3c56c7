/** What may be done now, by the cell that it is done to. */

import type { Stage } from "..";
import { words } from "../../words";
import type { AnyMove, FlipSlideView } from "../../wire/flipslide";
import type { Cell } from "../../pieces/hexes";
import { keyOf, placeOf, RAINBOW, type Lying } from "./map";

export type FlipSlideStage = Stage<FlipSlideView, AnyMove>;
export type Kind = "clover" | "colour" | "rabbit";

export interface Choices {
  flip: Map<string, number>;
  slide: Map<string, number>;
  to: Map<string, number>;
  place: Map<string, number>;
  jump: Map<string, number>;
  pass: number | null;
}

export function choicesOf(legal: FlipSlideStage["legal"]): Choices {
  const found: Choices = {
    flip: new Map(),
    slide: new Map(),
    to: new Map(),
    place: new Map(),
    jump: new Map(),
    pass: null,
  };
  for (const { action, move } of legal) {
    if (move.type === "pass") found.pass = action;
    else if (move.type !== "show") found[move.type].set(keyOf([move.q, move.r]), action);
  }
  return found;
}

/** A cell that something may go to. */
export interface Goal {
  cell: Cell;
  /** The steps of a slide that ends there. */
  path: string;
  action: number | undefined;
  label: string;
}

export function kindOf({ seat, colour }: Lying): Kind {
  if (seat !== null) return "rabbit";
  return colour === null ? "clover" : "colour";
}

/** What is said of a tile or a rabbit to whoever does not see it. */
export interface Marks {
  can: boolean;
  closed: boolean;
  deadEnd: boolean;
}

export function labelOf(one: Lying, { can, closed, deadEnd }: Marks, names: string[]): string {
  const { flipslide } = words;
  const where = flipslide.at(placeOf(one.cell));
  const kind = kindOf(one);
  const may = can ? `: ${kind === "clover" ? flipslide.flip : flipslide.slide}` : "";
  if (one.seat !== null) return `${flipslide.rabbit(names[one.seat] ?? "")} ${where}${may}`;
  const name = one.colour === null ? flipslide.clover : (words.colours[one.colour] ?? one.colour);
  const number = one.colour === null ? "" : ` ${RAINBOW.indexOf(one.colour) + 1}`;
  const shut = closed ? `, ${flipslide.closed}` : "";
  return `${name}${number}${shut} ${where}${may}${deadEnd ? `, ${flipslide.deadEnd}` : ""}`;
}

export function goalsOf(view: FlipSlideView, { to, place, jump }: Choices): Goal[] {
  const slides = view.destinations.map(({ cell, path }) => ({
    cell,
    path,
    action: to.get(keyOf(cell)),
    label: `${words.flipslide.here}, ${words.flipslide.steps(path.length)}`,
  }));
  const cells = view.cells.map((cell) => ({
    cell,
    path: "",
    action: place.get(keyOf(cell)) ?? jump.get(keyOf(cell)),
    label: view.phase === "jump" ? words.flipslide.jumpHere : words.flipslide.placeHere,
  }));
  return [...slides, ...cells];
}

/** The cell that a move is about, if any. */
export function cellOf(move: { type: string } | null | undefined): string | null {
  const { q, r } = (move ?? {}) as { q?: number | null; r?: number | null };
  return typeof q === "number" && typeof r === "number" ? keyOf([q, r]) : null;
}
