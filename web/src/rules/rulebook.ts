/** A rulebook's Markdown as a tree to draw: what a rulebook is made of, and nothing else. */

import { lexer, type Token, type Tokens } from "marked";

/** Some words of a run; `to` is the clause or chapter that they speak of. */
export interface Span {
  as: "plain" | "code" | "strong" | "stress";
  text: string;
  to?: string;
}

/** Words that are read in one go: a paragraph, an item, a cell. */
export type Run = readonly Span[];

export type Piece =
  | { kind: "words"; run: Run }
  | { kind: "clause"; id: Run; run: Run }
  | { kind: "list"; ordered: boolean; items: Run[] }
  | { kind: "table"; head: Run[]; rows: Run[][] }
  /** A position in the game's notation, and what is said about it. */
  | { kind: "picture"; position: string; caption: Run };

/** What stands under one heading; chapters of clauses have a code (W10). */
export interface Chapter {
  code: string | null;
  title: Run;
  pieces: Piece[];
}

export interface Book {
  title: string;
  chapters: Chapter[];
}

/** What makes a link of a place: its address, and what a plain click does instead of going there. */
export type Lead = (place: string) => { href: string; onclick: (event: MouseEvent) => void };

const AS: Record<string, Span["as"]> = { codespan: "code", strong: "strong", em: "stress" };
const CLAUSE = /^[A-Z]\d+\.\d+$/;
const CODED = /^([A-Z]\d+) (.+)$/;
const PLACES = /\b[A-Z]\d+(?:\.\d+)?\b/g;

/** What is said before the first chapter is a chapter without a title. */
export function parsed(markdown: string): Book {
  const book: Book = { title: "", chapters: [{ code: null, title: [], pieces: [] }] };
  for (const token of lexer(markdown)) {
    if (token.type === "heading") begin(book, token as Tokens.Heading);
    else add(book.chapters.at(-1)!.pieces, token);
  }
  const places = new Set(book.chapters.flatMap(({ code, pieces }) => [code ?? "", ...pieces.map(place)]));
  return { title: book.title, chapters: book.chapters.map((chapter) => linked(chapter, places)) };
}

export function spoken(run: Run): string {
  return run.map(({ text }) => text).join("");
}

function begin(book: Book, { depth, tokens }: Tokens.Heading): void {
  const title = spans(tokens);
  if (depth === 1) {
    book.title = spoken(title);
    return;
  }
  const coded = CODED.exec(spoken(title));
  const named: Run = coded ? [{ as: "plain", text: coded[2]! }] : title;
  book.chapters.push({ code: coded?.[1] ?? null, title: named, pieces: [] });
}

function add(pieces: Piece[], token: Token): void {
  const last = pieces.at(-1);
  if (token.type === "code") pieces.push({ kind: "picture", position: token["text"], caption: [] });
  else if (token.type === "paragraph" && last?.kind === "picture" && last.caption.length === 0)
    last.caption = spans(captioned(token as Tokens.Paragraph));
  else if (token.type === "paragraph") pieces.push({ kind: "words", run: spans(token["tokens"] ?? []) });
  else if (token.type === "table") pieces.push(table(token as Tokens.Table));
  else if (token.type === "list") pieces.push(...list(token as Tokens.List));
}

/** A caption is stressed as a whole; the stress goes without saying. */
function captioned(paragraph: Tokens.Paragraph): Token[] {
  const [first, ...rest] = paragraph.tokens;
  return first?.type === "em" && rest.length === 0 ? (first as Tokens.Em).tokens : paragraph.tokens;
}

function table({ header, rows }: Tokens.Table): Piece {
  const cells = (row: Tokens.TableCell[]): Run[] => row.map((cell) => spans(cell.tokens));
  return { kind: "table", head: cells(header), rows: rows.map(cells) };
}

/** Numbered clauses stand by themselves; other items stay together. */
function list({ items, ordered }: Tokens.List): Piece[] {
  const read = items.map((item) => spans(item.tokens));
  if (!CLAUSE.test(read[0]?.[0]?.text ?? "")) return [{ kind: "list", ordered, items: read }];
  return read.map(([id, ...rest]) => ({ kind: "clause", id: [{ ...id!, as: "plain" }], run: trimmed(rest) }));
}

function trimmed([first, ...rest]: Span[]): Span[] {
  return first === undefined ? [] : [{ ...first, text: first.text.trimStart() }, ...rest];
}

/** The words of some tokens, with what stands out in them. */
function spans(tokens: Token[], as: Span["as"] = "plain"): Span[] {
  return tokens.flatMap((token): Span[] => {
    const within = AS[token.type] ?? as;
    const parts = "tokens" in token ? token.tokens : undefined;
    if (parts) return spans(parts, within);
    return [{ as: within, text: told("text" in token ? token.text : token.raw) }];
  });
}

const told = (text: string): string => text.replace(/\s*\n\s*/g, " ");

// What one place says of another

const place = (piece: Piece): string => (piece.kind === "clause" ? spoken(piece.id) : "");

function linked(chapter: Chapter, places: Set<string>): Chapter {
  const link = (run: Run): Run => run.flatMap((span) => parted(span, places));
  return { ...chapter, pieces: chapter.pieces.map((piece) => through(piece, link)) };
}

function through(piece: Piece, link: (run: Run) => Run): Piece {
  if (piece.kind === "list") return { ...piece, items: piece.items.map(link) };
  if (piece.kind === "table") return { ...piece, rows: piece.rows.map((row) => row.map(link)) };
  if (piece.kind === "picture") return { ...piece, caption: link(piece.caption) };
  return { ...piece, run: link(piece.run) };
}

/** A span in pieces, so that a place which the book has can be gone to. */
function parted(span: Span, places: Set<string>): Span[] {
  const parts: Span[] = [];
  let from = 0;
  for (const { 0: text, index } of span.as === "code" ? [] : span.text.matchAll(PLACES)) {
    if (!places.has(text)) continue;
    if (index > from) parts.push({ ...span, text: span.text.slice(from, index) });
    parts.push({ ...span, text, to: text });
    from = index + text.length;
  }
  return from < span.text.length ? [...parts, { ...span, text: span.text.slice(from) }] : parts;
}
