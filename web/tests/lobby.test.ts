import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import { DRAWN } from "../src/games";
import GameCard from "../src/lobby/GameCard.svelte";
import SetUp from "../src/lobby/SetUp.svelte";
import { words } from "../src/words";
import type { CreateTable, GameInfo } from "../src/wire/messages";

/** What the card of a game shows above its words. */
function pictureOf(name: string): string {
  const game: GameInfo = { name, title: name, summary: "", credit: "", seats: [2], options: [], bots: [], version: 1 };
  const { container } = render(GameCard, { game, busy: false, onplay: () => {}, onsetup: () => {} });
  const art = container.querySelector(".art > svg");
  cleanup();
  return art?.innerHTML ?? "";
}

describe("the card of a game", () => {
  afterEach(cleanup);

  it("has the game's own picture, and a clover for one that nobody has drawn", () => {
    const pictures = [...Object.keys(DRAWN), "pebbles"].map(pictureOf);
    expect(pictures).not.toContain("");
    expect(new Set(pictures).size).toBe(pictures.length);
  });
});

const option = (name: string, title: string, ...says: string[]) => ({
  name,
  title,
  says,
  meaning: "",
  values: [false, true],
});
const flipslide: GameInfo = {
  name: "flipslide",
  title: "Flip",
  summary: "",
  credit: "",
  seats: [1, 2, 3],
  options: [option("slide_limit", "A slide", "Far.", "Near."), option("gift", "A gift", "They win.", "Nobody wins.")],
  bots: [],
  version: 1,
};

describe("setting up a table", () => {
  afterEach(cleanup);

  const laid = (oncreate: (wish: CreateTable) => void) =>
    render(SetUp, { open: true, game: flipslide, busy: false, problem: "", oncreate });

  it("offers options in sentences, and sends the value that was meant", async () => {
    const wishes: CreateTable[] = [];
    const page = laid((wish) => wishes.push(wish));
    expect((page.getByLabelText(/Far\./) as HTMLInputElement).checked).toBe(true);
    await fireEvent.click(page.getByLabelText(/Nobody wins\./));
    await fireEvent.submit(page.container.querySelector("form")!);
    expect(wishes.map(({ options }) => options)).toEqual([{ slide_limit: false, gift: true }]);
    expect(page.container.textContent).not.toMatch(/true|false|_/);
  });

  it("asks somebody who plays alone nothing about others", async () => {
    const wishes: CreateTable[] = [];
    const page = laid((wish) => wishes.push(wish));
    const asked = [words.setUp.public, words.setUp.clock, "A gift", words.setUp.friend];
    for (const words of asked) expect(page.queryAllByText(words)).not.toEqual([]);
    await fireEvent.click(page.getByText(`− ${words.setUp.fewer}`));
    for (const words of asked) expect(page.queryAllByText(words)).toEqual([]);
    expect(page.getByText("A slide")).toBeTruthy();
    await fireEvent.submit(page.container.querySelector("form")!);
    expect(wishes.map(({ seats }) => seats)).toEqual([["me"]]);
  });
});
