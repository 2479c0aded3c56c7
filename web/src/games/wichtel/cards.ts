/** What is printed on the cards. */

import { BOARD } from "../../wire/wichtel_board";

export type Career = "family" | "civil" | "military" | "chief";

export interface GnomeKind {
  code: string;
  name: string;
  /** Null where this page does not know the card: then it is drawn from behind, with its code for a name. */
  value: number | null;
  career: Career | null;
  /** Whether a special rule goes with the value. */
  mark: boolean;
}

export interface EventKind {
  code: string;
  name: string;
  help: string;
  /** Played by others against a recruitment. */
  bribe: boolean;
  /** Thalers have a number to beat. */
  need: number | null;
  /** Played for the next step of the march. */
  movement: boolean;
}

export interface Title {
  id: string;
  name: string;
  points: number;
  required: readonly string[];
  rest: readonly string[];
}

export const GNOMES: readonly GnomeKind[] = BOARD.gnome.map((one) => ({
  code: one.code,
  name: one.name.en,
  value: one.value,
  career: one.career,
  mark: one.mark,
}));

const MOVEMENT: readonly string[] = ["HERE", "BACK", "HALT"];

export const EVENTS: readonly EventKind[] = BOARD.event.map((one) => ({
  code: one.code,
  name: one.name.en,
  help: one.help,
  bribe: "rank" in one,
  need: "need" in one ? one.need : null,
  movement: MOVEMENT.includes(one.code),
}));

export const TITLES: readonly Title[] = BOARD.title.map((one) => ({
  id: one.id,
  name: one.name.en,
  points: one.points,
  required: one.required,
  rest: one.rest,
}));

export const FREE_ROLL_NEED = BOARD.scoring.free_roll_need;
export const FACES = BOARD.die.faces;
export const LAPS = BOARD.limits.lap_limit;

const byCode = new Map(GNOMES.map((one) => [one.code, one]));
const eventByCode = new Map(EVENTS.map((one) => [one.code, one]));

export function gnome(code: string): GnomeKind {
  return byCode.get(code) ?? { code, name: code, value: null, career: null, mark: false };
}

export function event(code: string): EventKind {
  return eventByCode.get(code) ?? { code, name: code, help: "", bribe: false, need: null, movement: false };
}

/** The title with this id, as the server writes it. */
export function title(id: string | null): Title | null {
  return TITLES.find((one) => one.id === id) ?? null;
}

export function titleName(id: string | null): string | null {
  return title(id)?.name ?? id;
}

/** The value as it is printed: 7! where a special rule goes with it. */
export function worth(code: string): string {
  const kind = gnome(code);
  return `${kind.value ?? "?"}${kind.mark ? "!" : ""}`;
}

/** A number with its sign, as points are written. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** A number with a true minus. */
export function plainly(points: number): string {
  return points < 0 ? `−${-points}` : `${points}`;
}
