/** The moments of a match: after the beginning, and after each decision with the chance that followed it. */

import type { Seen, TableInfo } from "../wire/messages";
import { named } from "./naming";

export interface Moment {
  /** The entry of the log, or the number of a record's moment. */
  at: number;
  /** How many decisions there had been. */
  moves: number;
  /** What had just happened, in one line; nothing at the beginning. */
  line: string;
}

/** The moments of a table's match in order, without what was taken back and without an end at which nobody decides. */
export function momentsOf(entries: Seen[], { ending }: Pick<TableInfo, "ending">, names: string[]): Moment[] {
  let decided: { at: number; ply: number; line: string }[] = [];
  for (const { seq, kind, ply, happened } of entries) {
    if (kind === "started") decided = [{ at: seq, ply: -1, line: "" }];
    if (kind === "undone") decided = decided.filter((one) => one.ply < (ply ?? 0));
    const first = kind === "played" ? happened?.[0] : undefined;
    if (first) decided.push({ at: seq, ply: first.ply, line: named(first.line, names) });
  }
  if (ending?.why === "played") decided.pop();
  return decided.map(({ at, line }, moves) => ({ at, moves, line }));
}
