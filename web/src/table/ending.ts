import { words } from "../words";
import type { TableInfo } from "../wire/messages";
import type { MatchInfo } from "./shown";

/** Whether a seat is called "you": on a device with several seats of its own, everybody has a name. */
export function isMe(info: MatchInfo, seat: number): boolean {
  return info.mine.length === 1 && info.mine[0] === seat;
}

/** The seats that resigned. */
export function resigners(info: MatchInfo): number[] {
  return info.seats.filter((seat) => seat.resigned).map((seat) => seat.seat);
}

/** Who resigned, in one sentence; empty where nobody did. */
export function whoResigned(info: MatchInfo, names: string[]): string {
  const gone = resigners(info);
  const others = gone.filter((seat) => !isMe(info, seat)).map((seat) => names[seat] ?? "");
  return words.end.resigned(gone.length > others.length, others);
}

/** The seats on the first place, unless all of them are: that is a draw. */
export function winners(info: MatchInfo): number[] {
  const ranks = info.ending?.ranks ?? [];
  const first = ranks.flatMap((rank, seat) => (rank === 0 ? [seat] : []));
  return isDraw(info) ? [] : first;
}

export function isDraw(info: MatchInfo): boolean {
  const ranks = info.ending?.ranks ?? [];
  return ranks.length > 1 && ranks.every((rank) => rank === 0);
}

/** Who has won, in a few words: the title of the end. */
export function result(info: MatchInfo, names: string[]): string {
  const ending = info.ending;
  if (ending === null || ending.why === "abandoned") return words.end.title;
  const first = winners(info);
  const [only] = first;
  if (info.seats.length === 1) {
    if (ending.why === "resigned") return isMe(info, 0) ? words.end.youResigned : words.end.hasResigned(names[0] ?? "");
    return (ending.scores[0] ?? 0) > 0 ? words.end.won : words.end.lost;
  }
  if (isDraw(info)) return words.end.title;
  if (only === undefined) return words.end.nobodyWins;
  if (first.length > 1) return words.end.winTogether(first.map((seat) => names[seat] ?? ""));
  if (!isMe(info, only)) return words.end.wins(names[only] ?? "");
  return info.seats[only]?.resigned ? words.end.yourSeatWins : words.end.youWin;
}

/** Whether the places are not those of the board alone: at a rated table those who stayed come first. */
export function stayedFirst(info: MatchInfo): boolean {
  return info.rated && info.seats.some((seat) => seat.resigned || seat.stand_in !== null);
}

/** How a match that is over came to its end, for the line where the prompt stood. */
export function howItEnded(info: MatchInfo, names: string[], board: string): string {
  const resigned = whoResigned(info, names);
  switch (info.ending?.why) {
    case "played":
      return stayedFirst(info) ? `${result(info, names)}. ${words.end.stayedFirst}` : board;
    case "resigned":
      return info.seats.length === 1 ? resigned : `${resigned} ${result(info, names)}.`;
    case "abandoned":
      return `${resigned} ${words.end.abandoned}`.trim();
    default:
      return words.entry.ended;
  }
}

/** What resigning would bring about at this table, as the server would end it. */
export type Consequence =
  { kind: "repair" } | { kind: "alone" } | { kind: "wins"; seat: number } | { kind: "nobody" } | { kind: "bot" };

export function ifResigned(info: TableInfo, seat: number): Consequence {
  if (info.frozen) return { kind: "repair" };
  const left = info.seats.filter((other) => other.seat !== seat && !other.resigned);
  const [last] = left;
  if (last === undefined) return { kind: "alone" };
  if (left.length === 1) return { kind: "wins", seat: last.seat };
  return left.some((other) => other.person !== null && other.stand_in === null) ? { kind: "bot" } : { kind: "nobody" };
}

/** Whether somebody else decides at this table: without them it ends when one leaves. */
export function isShared(info: TableInfo): boolean {
  const mine = info.seats[info.mine[0] ?? -1]?.person;
  return info.seats.some(
    (seat) => seat.person !== null && seat.person !== mine && seat.stand_in === null && !seat.resigned,
  );
}
