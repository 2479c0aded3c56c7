/** A rulebook's Markdown as pieces to draw: headings, paragraphs and numbered clauses; nothing else is in it. */

export type Piece =
  | { kind: "heading"; level: number; text: string }
  | { kind: "words"; text: string }
  | { kind: "clause"; id: string; text: string };

export function pieces(markdown: string): Piece[] {
  const found: Piece[] = [];
  for (const block of markdown.split(/\n(?=- |#)|\n\s*\n/)) {
    const text = block.replace(/\s*\n\s*/g, " ").trim();
    if (text === "") continue;
    const heading = /^(#+) (.*)$/.exec(text);
    const clause = /^- \*\*([A-Z]\d+\.\d+)\*\* (.*)$/.exec(text);
    if (heading) found.push({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
    else if (clause) found.push({ kind: "clause", id: clause[1]!, text: clause[2]! });
    else found.push({ kind: "words", text: text.replace(/^- /, "") });
  }
  return found;
}

/** Text with its `code` and **strong** parts. */
export function spans(text: string): { text: string; as: "plain" | "code" | "strong" }[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((part) => part !== "")
    .map((part) => {
      if (part.startsWith("`")) return { text: part.slice(1, -1), as: "code" };
      if (part.startsWith("**")) return { text: part.slice(2, -2), as: "strong" };
      return { text: part, as: "plain" };
    });
}
