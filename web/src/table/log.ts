import { words } from "../words";
import type { ToldHappening } from "../games";
import type { Happening, Seen } from "../wire/messages";
import { capital, named } from "./naming";

/** One line of the log as it is shown. */
export interface LogLine {
  key: string;
  /** The entry of the log that it is from. */
  seq: number;
  seat: number | null;
  text: string;
  happening: Happening | null;
  undone: boolean;
}

/** How a game has its lines told. */
export interface Telling {
  quiet?: ((happening: ToldHappening, before: ToldHappening | undefined) => boolean) | undefined;
}

/** The log in words, the oldest first; what was taken back stays, marked as such. */
export function logLines(entries: Seen[], names: string[], telling: Telling = {}): LogLine[] {
  const lines: LogLine[] = [];
  for (const entry of entries) {
    if (entry.kind === "undone" && entry.ply !== undefined && entry.ply !== null) {
      for (const line of lines) if (line.happening && line.happening.ply >= entry.ply) line.undone = true;
    }
    const told = tableLine(entry, names);
    if (told !== null) {
      const { seq, seat = null } = entry;
      lines.push({ key: `${seq}`, seq, seat, text: told, happening: null, undone: false });
    }
    for (const [place, happening] of (entry.happened ?? []).entries()) {
      if (telling.quiet?.(happening, entry.happened?.[place - 1])) continue;
      lines.push({
        key: `${entry.seq}.${happening.ply}`,
        seq: entry.seq,
        seat: happening.about >= 0 ? happening.about : null,
        text: capital(named(happening.line, names)),
        happening,
        undone: false,
      });
    }
  }
  return lines;
}

function tableLine(entry: Seen, names: string[]): string | null {
  const who = names[entry.seat ?? -1] ?? "";
  switch (entry.kind) {
    case "started":
      return words.entry.started;
    case "resigned":
      return words.entry.resigned(who);
    case "stood_in":
      return words.entry.stoodIn(who);
    case "returned":
      return words.entry.returned(who);
    case "voided":
      return words.entry.voided;
    case "asked":
      return words.entry.asked(who);
    case "answered":
      return entry.yes ? words.entry.agreed(who) : words.entry.refused(who);
    case "undone":
      return words.entry.undone(who);
    case "ended":
      return words.entry.ended;
    case "declined":
      return words.again.declined(entry.name ?? "");
    case "rematched":
      return who === "" ? null : words.again.asks(who);
    default:
      return null;
  }
}

/** Who refused the last wish of these seats to go back, as long as nothing else has been wished or played since. */
export function refusedBack(entries: Seen[], mine: number[]): { seq: number; seats: number[] } | null {
  const asked = entries.findLast((entry) => entry.kind === "asked");
  if (!asked || !mine.includes(asked.seat ?? -1)) return null;
  const since = entries.filter((entry) => entry.seq > asked.seq);
  if (since.some((entry) => entry.kind === "undone" || (entry.happened ?? []).length > 0)) return null;
  const seats = since
    .filter((entry) => entry.kind === "answered" && !entry.yes && !mine.includes(entry.seat ?? -1))
    .map((entry) => entry.seat ?? -1);
  return seats.length > 0 ? { seq: asked.seq, seats } : null;
}

/** What happened since a seat last decided, if others have decided meanwhile, without what was taken back: the recap. */
export function sinceLastTurn(lines: LogLine[], seat: number): LogLine[] {
  const last = lines.findLastIndex((line) => line.happening?.actor === seat && !line.undone);
  if (last < 0) return [];
  const since = lines.slice(last + 1).filter((line) => line.happening !== null && !line.undone);
  if (!since.some((line) => (line.happening?.actor ?? -1) >= 0)) return [];
  // What luck did with my own turn I have seen.
  return since.slice(since.findIndex((line) => line.seat !== seat));
}
