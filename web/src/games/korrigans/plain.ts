/** The server's sentences as they read beside the map: coins are gold, and korrigans have no numbers. */
export function plain(text: string): string {
  return text
    .replace(/ \(Korrigan \d\)/, "")
    .replace(/takes one of 1$/, "keeps the last clover")
    .replace(/takes one of (\d+)$/, "keeps one of $1 clovers")
    .replace(/takes (\w+) of 1$/, "keeps $1, the last clover")
    .replace(/takes (\w+) of (\d+)$/, "keeps $1, one of $2")
    .replace(/\b(coin|gold)(\d)\b/g, "$2 gold")
    .replace(/passes its Goblin to Korrigan (\d)\.\d/, "passes its Goblin to seat $1")
    .replace(/Korrigan (\d)\.\d/, "that Korrigan of seat $1")
    .replace(/your Korrigan \d/g, "your Korrigan");
}
