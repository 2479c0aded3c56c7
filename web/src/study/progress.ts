/** What this device remembers of lessons and puzzles. */

import { keep, kept } from "../kept";

/** How far somebody has come in a guide: a step, counted from 1, of how many. */
export interface Progress {
  step: number;
  of: number;
}

export function progressIn(game: string): Progress | null {
  return JSON.parse(kept(`learn.${game}`) ?? "null") as Progress | null;
}

export function keepProgress(game: string, progress: Progress): void {
  keep(`learn.${game}`, JSON.stringify(progress));
}

/** The puzzles that were solved. */
export function solvedPuzzles(): string[] {
  return JSON.parse(kept("puzzles") ?? "[]") as string[];
}

export function keepSolved(id: string): void {
  const solved = solvedPuzzles();
  if (!solved.includes(id)) keep("puzzles", JSON.stringify([...solved, id]));
}
