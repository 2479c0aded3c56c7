/** Finding words in a rulebook: where they stand, in the order in which one reads. */

import { spoken, type Book, type Piece, type Run, type Span } from "./rulebook";

/** A stretch of a run; `place` counts what was found from 0. */
export interface Hit {
  from: number;
  to: number;
  place: number;
}

export interface Found {
  count: number;
  hits: ReadonlyMap<Run, readonly Hit[]>;
}

export const NOTHING: Found = { count: 0, hits: new Map() };

/** A piece of a run that is drawn in one way. */
export interface Stretch extends Span {
  place: number | null;
}

/** The words as they are typed; where they never stand so, whatever has all of them. */
export function search(book: Book, asked: string): Found {
  const phrase = folded(asked).trim().replace(/\s+/g, " ");
  if (phrase === "") return NOTHING;
  const passages = book.chapters.flatMap(({ title, pieces }) => [[title], ...pieces.flatMap(passagesOf)]);
  const exact = counted(passages.flat(), [phrase]);
  if (exact.count > 0 || !phrase.includes(" ")) return exact;
  const words = phrase.split(" ");
  const having = passages.filter((passage) => {
    const text = passage.map((run) => folded(spoken(run))).join(" ");
    return words.every((word) => text.includes(word));
  });
  return counted(having.flat(), words);
}

/** A run cut where something was found in it. */
export function cut(run: Run, hits: readonly Hit[] = []): Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (const span of run) {
    const end = start + span.text.length;
    let from = start;
    for (const hit of hits.filter(({ from, to }) => from < end && to > start)) {
      const [begin, stop] = [Math.max(hit.from, start), Math.min(hit.to, end)];
      if (begin > from) stretches.push({ ...span, text: span.text.slice(from - start, begin - start), place: null });
      stretches.push({ ...span, text: span.text.slice(begin - start, stop - start), place: hit.place });
      from = stop;
    }
    if (from < end) stretches.push({ ...span, text: span.text.slice(from - start), place: null });
    start = end;
  }
  return stretches;
}

/** What belongs together: a clause with its number, a row of a table. */
function passagesOf(piece: Piece): Run[][] {
  if (piece.kind === "list") return piece.items.map((item) => [item]);
  if (piece.kind === "table") return [piece.head, ...piece.rows];
  if (piece.kind === "picture") return [[piece.caption]];
  return [piece.kind === "clause" ? [piece.id, piece.run] : [piece.run]];
}

function counted(runs: Run[], words: string[]): Found {
  const hits = new Map<Run, Hit[]>();
  let count = 0;
  for (const run of runs) {
    const here = stands(folded(spoken(run)), words).map((stretch) => ({ ...stretch, place: count++ }));
    if (here.length > 0) hits.set(run, here);
  }
  return { count, hits };
}

/** Where some words stand in a text; none of them within another. */
function stands(text: string, words: string[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const longest = [...words].sort((one, other) => other.length - one.length);
  for (let from = 0; from < text.length;) {
    const word = longest.find((one) => text.startsWith(one, from) && ends(text, one, from));
    if (word !== undefined) found.push({ from, to: from + word.length });
    from += word?.length ?? 1;
  }
  return found;
}

/** W1 is not W10, and W1.1 not W1.12; of a word the beginning is enough. */
function ends(text: string, word: string, from: number): boolean {
  const before = from > 0 && letter(text[from - 1]!);
  const digits = digit(word.at(-1)!) && digit(text[from + word.length] ?? "");
  return !(before && letter(word[0]!)) && !digits;
}

const digit = (sign: string): boolean => sign >= "0" && sign <= "9";
const letter = (sign: string): boolean => digit(sign) || sign.toLowerCase() !== sign.toUpperCase();

/** Small letters without accents, each where it was. */
function folded(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text[at]!.normalize("NFD")[0]!.toLowerCase()[0]!).join("");
}
