/** The zones that a card may have come from, the likeliest first. */
export function sources(zone: string, seat: number, actor: number): string[] {
  if (zone === "hand") return ["centre", "deck"];
  if (zone === "centre") return [actor === seat ? "hand" : `seat${actor}`, "reserve", "deck"];
  if (zone.startsWith("square")) return [zone === `square${seat}` ? "hand" : `seat${zone.slice("square".length)}`];
  if (zone.startsWith("seat")) return ["centre"];
  return [];
}
