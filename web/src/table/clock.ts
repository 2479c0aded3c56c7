import type { MatchStanding } from "../wire/messages";

/** The seconds that a seat has left at a time by the server's clock, or null without a clock. */
export function secondsLeft(now: MatchStanding, seat: number, time: number): number | null {
  if (seat === now.actor && now.deadline !== null) return Math.max(0, now.deadline - time / 1000);
  return now.banks?.[seat] ?? null;
}

export function clockText(seconds: number): string {
  if (seconds >= 36 * 3600) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")} h`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
