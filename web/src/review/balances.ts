/** Luck and skill as bars: each begins where the one before ended, and the last ends where the match did. */

import type { Balance, Between } from "../wire/messages";

export type PartName = "start" | "luck" | "own" | "others" | "end";

export interface Bar {
  part: PartName;
  from: number;
  to: number;
  /** How sure the change is; first and last are no changes. */
  change: Between | null;
}

export function barsOf(balance: Balance, seats: number): Bar[] {
  const bars: Bar[] = [{ part: "start", from: 0, to: balance.start, change: null }];
  for (const part of ["luck", "own", "others"] as const) {
    if (part === "others" && seats === 1) continue;
    const from = bars.at(-1)!.to;
    bars.push({ part, from, to: from + balance[part].mean, change: balance[part] });
  }
  bars.push({ part: "end", from: 0, to: balance.end, change: null });
  return bars;
}

/** From the least to the most that any bar reaches: in a match that went to and fro a sum may be above one. */
export function reach(bars: Bar[]): { least: number; most: number } {
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  return { least: Math.min(0, ...ends), most: Math.max(1, ...ends) };
}

/** Where a bar begins and how long it is, in percent of the whole. */
export function extent(bar: Bar, { least, most }: { least: number; most: number }): { left: number; width: number } {
  const percent = (value: number): number => (100 * (value - least)) / (most - least);
  const [left, right] = [percent(Math.min(bar.from, bar.to)), percent(Math.max(bar.from, bar.to))];
  return { left, width: right - left };
}
