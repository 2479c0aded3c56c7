/** What may be done now, by the cell that it is done to. */

import type { Stage } from "..";
import { words } from "../../words";
import type { AnyMove, FlipSlideView } from "../../wire/flipslide";
import type { Cell } from "../../pieces/hexes";
import { keyOf } from "./map";

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
