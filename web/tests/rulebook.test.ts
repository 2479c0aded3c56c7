import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tick } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import RulebookPages from "../src/rules/RulebookPages.svelte";
import { parsed, spoken, type Book, type Run, type Span } from "../src/rules/rulebook";
import type { Rules } from "../src/rules/reading";
import { rulesAddress } from "../src/place.svelte";
import { cut, search } from "../src/rules/rulebook_search";

const GAMES = "../src/fourleaf/games";
const BOOKS = readdirSync(GAMES)
  .filter((game) => existsSync(`${GAMES}/${game}/rulebook.md`))
  .map((game) => ({ game, text: readFileSync(`${GAMES}/${game}/rulebook.md`, "utf-8") }));

const said = (text: string): Span => ({ as: "plain", text });

function runs({ chapters }: Book): Run[] {
  return chapters.flatMap(({ title, pieces }) => [
    title,
    ...pieces.flatMap((piece) => {
      if (piece.kind === "list") return piece.items;
      if (piece.kind === "table") return [...piece.head, ...piece.rows.flat()];
      if (piece.kind === "picture") return [piece.caption];
      return piece.kind === "clause" ? [piece.id, piece.run] : [piece.run];
    }),
  ]);
}

describe("a rulebook", () => {
  it("is taken apart into chapters, words and clauses", () => {
    const text =
      "# Title\n\nSome words\ngo on.\n\n## T1 First\n\n- **T1.1** A clause\n  of two lines.\n- **T1.2** Another.\n\n## Good *to* know";
    expect(parsed(text)).toEqual({
      title: "Title",
      chapters: [
        { code: null, title: [], pieces: [{ kind: "words", run: [said("Some words go on.")] }] },
        {
          code: "T1",
          title: [said("First")],
          pieces: [
            { kind: "clause", id: [said("T1.1")], run: [said("A clause of two lines.")] },
            { kind: "clause", id: [said("T1.2")], run: [said("Another.")] },
          ],
        },
        { code: null, title: [said("Good "), { as: "stress", text: "to" }, said(" know")], pieces: [] },
      ],
    });
  });

  it("knows what stands out, and lets everything else be", () => {
    const text = 'with `gift=owner` it is **so *and* so**, *companion*, "!" & I\'m \\*not\\* <b>';
    expect(parsed(text).chapters[0]?.pieces).toEqual([
      {
        kind: "words",
        run: [
          said("with "),
          { as: "code", text: "gift=owner" },
          said(" it is "),
          { as: "strong", text: "so " },
          { as: "stress", text: "and" },
          { as: "strong", text: " so" },
          said(", "),
          { as: "stress", text: "companion" },
          said(', "!" & I\'m '),
          said("*"),
          said("not"),
          said("*"),
          said(" "),
          said("<b>"),
        ],
      },
    ]);
  });

  it("has lists, tables, and positions with their captions", () => {
    const text =
      "- one\n- two\n\n1. first\n\n| a | b |\n| --- | --- |\n| 1 | *2* |\n\n```position\nx 1 -\n```\n*What\nit is.*\n\nOn.";
    expect(parsed(text).chapters[0]?.pieces).toEqual([
      { kind: "list", ordered: false, items: [[said("one")], [said("two")]] },
      { kind: "list", ordered: true, items: [[said("first")]] },
      { kind: "table", head: [[said("a")], [said("b")]], rows: [[[said("1")], [{ as: "stress", text: "2" }]]] },
      { kind: "picture", position: "x 1 -", caption: [said("What it is.")] },
      { kind: "words", run: [said("On.")] },
    ]);
  });

  it("leads to the places that it speaks of, if it has them", () => {
    const text = "# T\n\n## W1 One\n\n- **W1.1** See W1.12, W1.2 and W9.\n- **W1.2** As in `W1.1` (W1).";
    const [first, second] = parsed(text).chapters[1]!.pieces.map((piece) => ("run" in piece ? piece.run : []));
    expect(first).toEqual([said("See W1.12, "), { ...said("W1.2"), to: "W1.2" }, said(" and W9.")]);
    expect(second!.at(-2)).toEqual({ ...said("W1"), to: "W1" });
    expect(second![1]).toEqual({ as: "code", text: "W1.1" });
  });
});

it("finds five rulebooks to read", () => expect(BOOKS).toHaveLength(5));

describe.each(BOOKS)("the rulebook of $game", ({ text }) => {
  const book = parsed(text);

  it("leaves no sign of Markdown over", () => {
    const all = runs(book).map(spoken);
    expect(all.filter((words) => /[*|#`]/.test(words))).toEqual([]);
    expect(book.title).not.toBe("");
  });

  it("has all of its clauses, tables, items and captions", () => {
    const pieces = book.chapters.flatMap((chapter) => chapter.pieces);
    const count = (sign: RegExp): number => text.match(sign)?.length ?? 0;
    const kinds = (kind: string): number => pieces.filter((piece) => piece.kind === kind).length;
    expect(kinds("clause")).toBe(count(/^- \*\*[A-Z]\d+\.\d+\*\*/gm));
    expect(kinds("table")).toBe(count(/^\|(?: --- \|)+$/gm));
    expect(kinds("picture")).toBe(count(/^```position$/gm));
    expect(book.chapters.length - 1).toBe(count(/^## /gm));
    for (const piece of pieces) if (piece.kind === "picture") expect(piece.caption).not.toEqual([]);
  });

  it("counts seats as people do, and speaks of options in words", () => {
    expect(runs(book).map(spoken).join("\n")).not.toMatch(/\bseat 0\b|\b(true|false)\b/i);
    // What is set as code is the text of a move or a file's name, never an option's.
    const code = runs(book).flatMap((run) => run.filter(({ as }) => as === "code"));
    for (const { text } of code) expect(text).toMatch(/[ /]/);
  });

  it("leads only to places that it has", () => {
    const places = new Set(
      book.chapters.flatMap(({ code, pieces }) => [
        code,
        ...pieces.map((piece) => (piece.kind === "clause" ? spoken(piece.id) : null)),
      ]),
    );
    for (const { to } of runs(book).flat()) if (to !== undefined) expect(places).toContain(to);
  });
});

describe("searching", () => {
  const book = parsed(
    "# Title\n\n## W1 The Widow\n\n- **W1.1** A **Wid**ow turns a résult.\n- **W1.10** Nobody widows.\n\n| title | worth |\n| --- | --- |\n| Chief | 40 widow |",
  );
  const texts = (asked: string): string[] => {
    const { hits } = search(book, asked);
    return [...hits].flatMap(([run, found]) => found.map(({ from, to }) => spoken(run).slice(from, to)));
  };

  it("finds words in whatever spelling, in the order of the book", () => {
    expect(texts("widow")).toEqual(["Widow", "Widow", "widow", "widow"]);
    expect(texts("RESULT")).toEqual(["résult"]);
    expect(texts("nothing")).toEqual([]);
    expect(texts("  ")).toEqual([]);
  });

  it("finds a clause by its id, and no longer one", () => {
    expect(texts("w1.1")).toEqual(["W1.1"]);
    expect(texts("W1.10")).toEqual(["W1.10"]);
  });

  it("finds beginnings of words, not what stands within them", () => {
    expect(texts("wid")).toHaveLength(4);
    expect(texts("dow")).toEqual([]);
  });

  it("looks for all of the words where they never stand together", () => {
    expect(texts("widow turns")).toEqual(["Widow turns"]);
    expect(texts("turns widow")).toEqual(["Widow", "turns"]);
    expect(texts("chief widow")).toEqual(["Chief", "widow"]);
    expect(texts("chief nobody")).toEqual([]);
  });

  it("marks what it finds across what stands out", () => {
    const { hits } = search(book, "widow turns");
    const [[run, found]] = [...hits] as [[Run, never]];
    expect(cut(run, found).map(({ as, text, place }) => [as, text, place])).toEqual([
      ["plain", "A ", null],
      ["strong", "Wid", 0],
      ["plain", "ow turns", 0],
      ["plain", " a résult.", null],
    ]);
  });
});

describe("the pages", () => {
  afterEach(cleanup);
  const rules: Rules = {
    game: "wichtel",
    book: parsed(BOOKS.find(({ game }) => game === "wichtel")!.text),
    pictures: new Map(),
    address: (place) => rulesAddress("wichtel", null, place),
  };
  const current = (): string[] => [...document.querySelectorAll("mark.current")].map((mark) => mark.textContent);

  it("say how many places there are, and go from one to the next and round", async () => {
    render(RulebookPages, { rules, clause: null });
    const field = screen.getByRole("searchbox", { name: "Search the rules" });
    await fireEvent.input(field, { target: { value: "turnabout" } });
    const count = document.querySelectorAll("mark").length;
    expect(count).toBeGreaterThan(1);
    expect(screen.getByRole("status").textContent.trim()).toBe(`1 of ${count}`);
    await fireEvent.click(screen.getByRole("button", { name: "Next place" }));
    expect(screen.getByRole("status").textContent.trim()).toBe(`2 of ${count}`);
    await fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
    await fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
    await tick();
    expect(screen.getByRole("status").textContent.trim()).toBe(`${count} of ${count}`);
    expect(current()).toEqual(["turnabout"]);
    await fireEvent.keyDown(field, { key: "Escape" });
    expect(document.querySelectorAll("mark")).toHaveLength(0);
    await fireEvent.input(field, { target: { value: "unicorn" } });
    expect(screen.getByRole("status").textContent.trim()).toBe("not found");
  });

  it("open at the clause that was named, and go where a clause or the contents lead", async () => {
    const went: string[] = [];
    render(RulebookPages, { rules, clause: "W10.2", ongo: (place: string) => went.push(place) });
    await tick();
    await tick();
    const here = (): string | null => document.querySelector(".here")?.getAttribute("data-place") ?? null;
    expect(here()).toBe("W10.2");
    expect(document.activeElement?.getAttribute("data-place")).toBe("W10.2");
    await fireEvent.click(document.activeElement!.querySelector('a[href="/rules/wichtel#W10.3"]')!);
    await tick();
    expect(here()).toBe("W10.3");
    await fireEvent.click(screen.getByRole("link", { name: "W11 Points" }));
    await tick();
    expect(document.activeElement?.textContent).toMatch(/W11\s+Points/);
    expect(went).toEqual(["W10.3", "W11"]);
  });

  it("are led to another clause from outside, and let the browser open a new tab", async () => {
    const went: string[] = [];
    const { rerender } = render(RulebookPages, { rules, clause: null, ongo: (place: string) => went.push(place) });
    expect(document.querySelector(".here")).toBeNull();
    await rerender({ clause: "W7.7" });
    await tick();
    expect(document.querySelector(".here")?.getAttribute("data-place")).toBe("W7.7");
    const asked = new MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true });
    document.querySelector('[data-place="W7.8"] a')!.dispatchEvent(asked);
    expect(asked.defaultPrevented).toBe(false);
    expect(went).toEqual([]);
  });

  it("give every clause an address of its own", () => {
    render(RulebookPages, { rules, clause: null });
    const numbered = [...document.querySelectorAll(".clause")].map((clause) => [
      clause.getAttribute("data-place"),
      clause.querySelector("a")?.getAttribute("href"),
    ]);
    expect(numbered.length).toBeGreaterThan(50);
    for (const [id, address] of numbered) expect(address).toBe(`/rules/wichtel#${id}`);
  });

  it("name the version in an address where it is not today's", () => {
    expect(rulesAddress("wichtel", 2, "W1.1")).toBe("/rules/wichtel?version=2#W1.1");
    expect(rulesAddress("wichtel", null, "The goal")).toBe("/rules/wichtel#The%20goal");
    expect(rulesAddress("wichtel")).toBe("/rules/wichtel");
  });
});
