import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import type { Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DRAWN } from "../src/games";
import { forget } from "../src/kept";
import type { Scene } from "../src/parts/Scenes.svelte";
import HowToPlay from "../src/rules/HowToPlay.svelte";
import { Start } from "../src/rules/start.svelte";
import { words } from "../src/words";

interface Starting {
  default: Component;
  /** Every number that the words speak of, from the printed board. */
  FIGURES: Record<string, number>;
}

const STARTS = import.meta.glob<Starting>("../src/games/*/Start.svelte", { eager: true });
const SCENES = words as unknown as Record<string, { scenes: (figures: Record<string, number>) => Scene[] }>;
const startOf = (game: string): Starting => STARTS[`../src/games/${game}/Start.svelte`]!;
const scenesOf = (game: string, figures: Record<string, number>): Scene[] => SCENES[game]!.scenes(figures);

/** Numbers in digits and in words; "one" is also a pronoun, and says nothing of how many there are in a box. */
const NUMBERS =
  /\d+(?:th)?|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifth|sixth|seventh|eighth)\b/gi;

describe.each(Object.keys(DRAWN))("the start of %s", (game) => {
  afterEach(cleanup);

  it("has a goal, a turn and an end in at most four pictures with short words", () => {
    const scenes = scenesOf(game, startOf(game).FIGURES);
    expect(scenes.length).toBeGreaterThanOrEqual(3);
    expect(scenes.length).toBeLessThanOrEqual(4);
    expect(scenes[0]?.title).toBe("The goal");
    expect(scenes.map(({ title }) => title)).toContain("Your turn");
    expect(scenes.at(-1)?.title).toBe("The end");
    for (const { says } of scenes) {
      expect(says).toMatch(/^[A-Z].*\.$/);
      expect(says).not.toMatch(/!|undefined|NaN/);
      expect(says.length).toBeLessThan(210);
    }
  });

  it("draws every one of them from real pieces", () => {
    render(startOf(game).default);
    const pictures = [...document.querySelectorAll("li .picture")];
    expect(pictures).toHaveLength(scenesOf(game, startOf(game).FIGURES).length);
    for (const picture of pictures) expect(picture.querySelectorAll("path, polygon").length).toBeGreaterThan(3);
  });

  it("has every number from the printed board, and none of its own", () => {
    const { FIGURES } = startOf(game);
    // Other numbers than the board's: whatever does not change with them is written by hand.
    const others = Object.fromEntries(Object.keys(FIGURES).map((name, place) => [name, 41 + place]));
    const said = scenesOf(game, others).map(({ says }) => says);
    const numbers = new Set(said.flatMap((says) => says.match(NUMBERS) ?? []).map((number) => parseInt(number, 10)));
    expect([...numbers].sort()).toEqual(Object.values(others));
  });
});

describe("how to play", () => {
  beforeEach(() => {
    // A sheet that lies over the page is not drawn here.
    HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
      this.open = true;
    };
    forget("known.treasure");
  });
  afterEach(cleanup);

  it("opens by itself at the first table alone", () => {
    const first = new Start("treasure", false);
    expect(first.open).toBe(true);
    // Whoever reloads before having read it is shown it again.
    expect(new Start("treasure", false).open).toBe(true);
    first.open = false;
    const second = new Start("treasure", false);
    expect([second.open, second.offered]).toEqual([false, false]);
    expect(new Start("alarun", false).open).toBe(true);
  });

  it("is only offered where a clock runs, until it has been read", () => {
    const start = new Start("treasure", true);
    expect([start.open, start.offered]).toEqual([false, true]);
    start.open = true;
    start.open = false;
    expect(start.offered).toBe(false);
    expect(new Start("treasure", true).offered).toBe(false);
  });

  it("comes and goes with a key, but not while somebody types or another sheet is open", async () => {
    const start = new Start("treasure", true);
    render(HowToPlay, { start, game: "treasure", onrules: () => undefined });
    const field = document.body.appendChild(document.createElement("input"));
    const sheet = document.body.appendChild(document.createElement("dialog"));
    await fireEvent.keyDown(field, { key: "?" });
    await fireEvent.keyDown(sheet, { key: "?" });
    await fireEvent.keyDown(document.body, { key: "?", ctrlKey: true });
    expect(start.open).toBe(false);
    await fireEvent.keyDown(document.body, { key: "?" });
    expect(start.open).toBe(true);
    await fireEvent.keyDown(screen.getByRole("button", { name: "Let’s play" }), { key: "?" });
    expect(start.open).toBe(false);
    field.remove();
    sheet.remove();
  });
});
