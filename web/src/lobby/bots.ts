import type { BotInfo } from "../wire/messages";

/** The bot for somebody who only wants to play: the middle level where there is one. */
export function usualBot(bots: BotInfo[]): string {
  const offered = bots.map(({ bot }) => bot);
  return ["medium", "greedy"].find((bot) => offered.includes(bot)) ?? offered[0] ?? "random";
}
