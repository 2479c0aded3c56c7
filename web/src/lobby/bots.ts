/** The bot for somebody who only wants to play: the middle level where there is one. */
export function usualBot(bots: string[]): string {
  return ["medium", "greedy"].find((name) => bots.includes(name)) ?? bots[0] ?? "random";
}
