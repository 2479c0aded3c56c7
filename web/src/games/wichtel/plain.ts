import { event, EVENTS, gnome, GNOMES } from "./cards";

const GNOME_CODE = new RegExp(`(?<![(\\w])(${GNOMES.map((one) => one.code).join("|")})(?!\\w)`, "g");
const IN_BRACKETS = new RegExp(` \\((${[...GNOMES, ...EVENTS].map((one) => one.code).join("|")})\\)`, "g");
const EVENT_CODE = new RegExp(`(?<![(\\w])(${EVENTS.map((one) => one.code).join("|")})(?![\\w'])`, "g");

/** The server's sentences name cards by their codes; beside the cards themselves their names do. */
export function plain(text: string): string {
  return text
    .replace(IN_BRACKETS, "")
    .replace(/\b\w\w(?:-\w\w){3}\b/, (hand) => hand.replaceAll("-", ", "))
    .replace(GNOME_CODE, (code) => gnome(code).name)
    .replace(EVENT_CODE, (code) => event(code).name);
}
