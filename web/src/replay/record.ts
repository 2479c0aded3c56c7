import type { MatchInfo } from "../table/shown";
import type { GameInfo, Imported, SeatInfo } from "../wire/messages";

/** What is known of the match of an imported record. */
export function matchOf(record: Imported, game: GameInfo): MatchInfo {
  const { scores, ranks } = record;
  return {
    game: record.game,
    title: record.title,
    rules_version: record.rules_version,
    options: record.options,
    goal: record.goal,
    rated: false,
    seats: Array.from({ length: record.seats }, (_, seat) => seatOf(seat, record.who[seat] ?? null, game)),
    mine: [],
    ending: scores && ranks ? { why: "played", scores, ranks } : null,
  };
}

/** A record names a bot by what it is. */
function seatOf(seat: number, who: string | null, game: GameInfo): SeatInfo {
  const bot = game.bots.some(({ bot }) => bot === who) ? who : null;
  return {
    seat,
    person: null,
    name: bot === null ? who : null,
    called: null,
    kept_for: null,
    bot,
    stand_in: null,
    present: false,
    resigned: false,
    luck: "none",
    outside: false,
    rating: null,
  };
}
