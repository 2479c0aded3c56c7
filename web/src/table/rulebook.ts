/** A rulebook's Markdown as pieces to draw: what a rulebook is made of, and nothing else. */

import { lexer, type Token, type Tokens } from "marked";

export type Span = { as: "plain" | "code" | "strong" | "stress"; text: string };

export type Piece =
  | { kind: "heading"; level: number; text: string }
  | { kind: "words"; spans: Span[] }
  | { kind: "clause"; id: string; spans: Span[] }
  | { kind: "list"; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  /** A position in the game's notation, and what is said about it. */
  | { kind: "picture"; position: string; caption: Span[] };

const AS: Record<string, Span["as"]> = { codespan: "code", strong: "strong", em: "stress" };
const CLAUSE = /^[A-Z]\d+\.\d+$/;

export function pieces(markdown: string): Piece[] {
  const found: Piece[] = [];
  for (const token of lexer(markdown)) {
    const last = found.at(-1);
    if (token.type === "heading") found.push({ kind: "heading", level: token["depth"], text: token["text"] });
    else if (token.type === "code") found.push({ kind: "picture", position: token["text"], caption: [] });
    else if (token.type === "paragraph" && last?.kind === "picture" && last.caption.length === 0)
      last.caption = spans(captioned(token as Tokens.Paragraph));
    else if (token.type === "paragraph") found.push({ kind: "words", spans: spans(token["tokens"] ?? []) });
    else if (token.type === "table") found.push(table(token as Tokens.Table));
    else if (token.type === "list") found.push(...list(token as Tokens.List));
  }
  return found;
}

/** A caption is stressed as a whole; the stress goes without saying. */
function captioned(paragraph: Tokens.Paragraph): Token[] {
  const [first, ...rest] = paragraph.tokens;
  return first?.type === "em" && rest.length === 0 ? (first as Tokens.Em).tokens : paragraph.tokens;
}

function table({ header, rows }: Tokens.Table): Piece {
  const cells = (row: Tokens.TableCell[]): Span[][] => row.map((cell) => spans(cell.tokens));
  return { kind: "table", head: cells(header), rows: rows.map(cells) };
}

/** Numbered clauses stand by themselves; other items stay together. */
function list({ items }: Tokens.List): Piece[] {
  const read = items.map((item) => spans(item.tokens));
  if (!CLAUSE.test(read[0]?.[0]?.text ?? "")) return [{ kind: "list", items: read }];
  return read.map(([id, ...rest]) => ({ kind: "clause", id: id!.text, spans: trimmed(rest) }));
}

function trimmed([first, ...rest]: Span[]): Span[] {
  return first === undefined ? [] : [{ ...first, text: first.text.trimStart() }, ...rest];
}

/** The words of some tokens, with what stands out in them. */
function spans(tokens: Token[]): Span[] {
  return tokens.flatMap((token): Span[] => {
    const as = AS[token.type];
    if (as !== undefined && "text" in token) return [{ as, text: told(token.text) }];
    const parts = "tokens" in token ? token.tokens : undefined;
    return parts ? spans(parts) : [{ as: "plain", text: told(token.raw) }];
  });
}

const told = (text: string): string => text.replace(/\s*\n\s*/g, " ");
