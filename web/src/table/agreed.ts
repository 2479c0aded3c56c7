import { optionsFor } from "../games";
import type { GameInfo } from "../wire/messages";
import type { MatchInfo } from "./shown";

/** What is agreed on for a match, option by option, in the server's sentences. */
export function agreedOn(
  { seats, options }: Pick<MatchInfo, "seats" | "options">,
  game: GameInfo,
): { name: string; title: string; played: string }[] {
  return optionsFor(game, seats.length).map(({ name, title, values, says }) => ({
    name,
    title,
    played: says[values.indexOf(options[name]!)] ?? "",
  }));
}
