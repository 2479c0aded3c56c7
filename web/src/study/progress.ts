/** What this device remembers of lessons and puzzles. */

import { keep, kept } from "../kept";

/** How far somebody has come in a guide: a step, counted from 1, of how many. */
export interface Progress {
  step: number;
  of: number;
}

export function progressIn(game: string): Progress | null {
  const { step, of } = (read(`learn.${game}`) ?? {}) as Partial<Progress>;
  return typeof step === "number" && typeof of === "number" ? { step, of } : null;
}

export function keepProgress(game: string, progress: Progress): void {
  keep(`learn.${game}`, JSON.stringify(progress));
}

/** The puzzles that were solved. */
export function solvedPuzzles(): string[] {
  const solved = read("puzzles");
  return Array.isArray(solved) ? (solved as string[]) : [];
}

export function keepSolved(id: string): void {
  const solved = solvedPuzzles();
  if (!solved.includes(id)) keep("puzzles", JSON.stringify([...solved, id]));
}

/** What was kept under a name; nothing where somebody else has written there. */
function read(name: string): unknown {
  try {
    return JSON.parse(kept(name) ?? "null");
  } catch {
    return null;
  }
}
