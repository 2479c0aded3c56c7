import { words } from "../words";
import type { SeatInfo, TableInfo } from "../wire/messages";

/** Whether nobody sits there, nor is expected. */
export function isFree(seat: Pick<SeatInfo, "name" | "bot" | "kept_for">): boolean {
  return seat.name === null && seat.bot === null && !seat.kept_for;
}

/** What each seat is called; two who are called alike are numbered. */
export function seatNames(info: TableInfo): string[] {
  const plain = info.seats.map(
    (seat) => seat.name ?? seat.kept_for ?? (seat.bot ? words.setUp.bot(seat.bot) : words.setUp.seat(seat.seat + 1)),
  );
  return plain.map((name, seat) => {
    const alike = plain.filter((other) => other === name).length > 1;
    return alike ? `${name} ${plain.slice(0, seat + 1).filter((other) => other === name).length}` : name;
  });
}

/** The server's sentences speak of seats by number; at a table they have names. */
export function named(text: string, names: string[], plain: (text: string) => string = (same) => same): string {
  return plain(text).replace(/\b[Ss]eat (\d)\b/g, (whole, seat: string) => names[Number(seat)] ?? whole);
}

/** A reason as a sentence of its own; the clause that ends it is shown as a link instead. */
export function sentence(reason: string): string {
  const bare = reason.replace(/\s*\([A-Z]\d+\.\d+\)$/, "");
  return `${capital(bare)}${/[.?!]$/.test(bare) ? "" : "."}`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
