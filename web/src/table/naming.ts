import { words } from "../words";
import type { BotInfo, SeatInfo, TableInfo } from "../wire/messages";

/** Whether nobody sits there, nor is expected. */
export function isFree(seat: Pick<SeatInfo, "name" | "bot" | "kept_for">): boolean {
  return seat.name === null && seat.bot === null && !seat.kept_for;
}

/** What the bots among some chairs are called: the second of a kind has the kind's second name. */
export function botNames(chairs: (string | null)[], bots: BotInfo[]): (string | null)[] {
  return chairs.map((who, chair) => {
    const kind = who === null ? undefined : bots.find(({ bot }) => bot === who);
    const before = chairs.slice(0, chair).filter((other) => other === who).length;
    return kind?.names[before] ?? kind?.names[0] ?? null;
  });
}

/** What each seat is called: a device's second player is no copy of its owner, and two who are called alike are numbered. */
export function seatNames(info: Pick<TableInfo, "seats">, bots: BotInfo[]): string[] {
  const called = botNames(
    info.seats.map(({ bot }) => bot),
    bots,
  );
  const plain = info.seats.map((seat, number) => {
    const before = info.seats.slice(0, number).filter(({ person }) => person !== null && person === seat.person).length;
    if (seat.called) return seat.called;
    if (before > 0) return words.setUp.player(before + 1);
    if (seat.bot) return called[number] ?? words.setUp.stranger;
    return seat.name ?? seat.kept_for ?? words.setUp.seat(seat.seat + 1);
  });
  return plain.map((name, seat) => {
    const alike = plain.filter((other) => other === name).length > 1;
    return alike ? `${name} ${plain.slice(0, seat + 1).filter((other) => other === name).length}` : name;
  });
}

/** A seat in a sentence of the server: no other words have a no-break space. */
const SEAT = /seat\u00a0(\d+)/gi;

/** The server's sentences speak of seats by number; at a table they have names. */
export function named(text: string, names: string[]): string {
  return text.replace(SEAT, (whole, seat: string) => names[Number(seat)] ?? whole);
}

/** A reason as a sentence of its own. */
export function sentence(reason: string): string {
  return `${capital(reason)}${[".", "?", "!"].some((end) => reason.endsWith(end)) ? "" : "."}`;
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
