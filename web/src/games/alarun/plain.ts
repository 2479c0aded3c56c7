import { nameOf } from "./cards";

const CARD = /\b(?:(?:FM|MB|CD|PF|DE|MK|MY)-[RYBWPGV]|AU)\b/g;
const CELL = "-?\\d,-?\\d";

/** Whoever looks at the cards needs neither codes nor coordinates: the server's sentences without them. */
export function plain(text: string): string {
  return text
    .replace(/ into your square, one at a time\.$/, ": choose a card, then a cell.")
    .replace(/(swap a card) with the centre/i, "$1")
    .replace(new RegExp(` places (\\S+) at ${CELL}`), " lays $1")
    .replace(new RegExp(` lies at ${CELL} already`), " lies there already")
    .replace(new RegExp(` at ${CELL}`), " there")
    .replace(new RegExp(`^${CELL} touches`), "that cell touches")
    .replace(CARD, nameOf);
}
