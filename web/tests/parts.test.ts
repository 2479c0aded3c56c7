import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { readdirSync, statSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { placed } from "../src/parts/beside";
import { nearest } from "../src/parts/walk";
import Pieces from "./Pieces.svelte";
import Tipped from "./Tipped.svelte";

/** Pieces lie in a row of three, a hundred pixels apart. */
const WIDE = 100;

describe("a piece", () => {
  let said: string[];
  const did = (what: string): number => said.push(what);
  const piece = (name: string): HTMLElement => screen.getByText(name);
  beforeEach(() => {
    said = [];
    vi.stubGlobal("PointerEvent", window.PointerEvent);
    document.elementsFromPoint = () => [];
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
      const place = ["a", "b", "c"].indexOf(this.dataset.piece ?? "");
      return new DOMRect(place * WIDE, (place % 2) * 10, 40, 40);
    });
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const board = (props: object = {}) => render(Pieces, { pieces: ["a", "b", "c"], did, ...props });
  const pointer = (type: string, at: Element | Window, x: number): void =>
    void at.dispatchEvent(
      new PointerEvent(type, { button: 0, pointerId: 1, clientX: x, clientY: 0, bubbles: true, cancelable: true }),
    );

  it("is pressed by a click, by Enter and by Space alike, and by no other key", async () => {
    board();
    await fireEvent.click(piece("a"));
    await fireEvent.keyDown(piece("a"), { key: "Enter" });
    await fireEvent.keyDown(piece("a"), { key: " " });
    await fireEvent.keyDown(piece("a"), { key: "x" });
    expect(said).toEqual(["press a", "press a", "press a"]);
  });

  it("that may not be chosen says so, and can be reached and asked all the same", async () => {
    board({ may: (name: string) => name !== "b" });
    expect(piece("b").getAttribute("aria-disabled")).toBe("true");
    expect(piece("a").hasAttribute("aria-disabled")).toBe(false);
    piece("a").focus();
    await fireEvent.keyDown(piece("a"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(piece("b"));
    await fireEvent.keyDown(piece("b"), { key: "Enter" });
    expect(said).toEqual(["press b"]);
  });

  it("is dropped where it was dragged to, and that is no press", async () => {
    board();
    pointer("pointerdown", piece("a"), 0);
    pointer("pointermove", window, 4);
    expect(said).toEqual([]);
    pointer("pointermove", window, 40);
    expect(piece("a").style.translate).toBe("40px 0px");
    pointer("pointerup", window, 40);
    await fireEvent.click(piece("a"));
    expect(said).toEqual(["lift a", "drop a"]);
    expect(piece("a").style.translate).toBe("");
  });

  it("that is not moved is only pressed", async () => {
    board();
    pointer("pointerdown", piece("a"), 0);
    pointer("pointerup", window, 2);
    await fireEvent.click(piece("a"));
    expect(said).toEqual(["press a"]);
  });

  it("goes back with Escape, and when the browser takes the finger away", () => {
    board();
    const escape = (): void => void fireEvent.keyDown(window, { key: "Escape" });
    for (const end of [escape, () => pointer("pointercancel", window, 40)]) {
      pointer("pointerdown", piece("a"), 0);
      pointer("pointermove", window, 40);
      end();
      pointer("pointerup", window, 40);
    }
    expect(said).toEqual(["lift a", "cancel a", "lift a", "cancel a"]);
  });

  it("that may not be moved stays", () => {
    board({ may: () => false });
    pointer("pointerdown", piece("a"), 0);
    pointer("pointermove", window, 40);
    expect(said).toEqual([]);
  });

  it("is one stop for Tab together with all others, at first the one that may be chosen", async () => {
    board({ may: (name: string) => name === "b" });
    const stops = () => ["a", "b", "c"].filter((name) => piece(name).getAttribute("tabindex") === "0");
    expect(stops()).toEqual(["b"]);
    piece("b").focus();
    await fireEvent.keyDown(piece("b"), { key: "ArrowRight" });
    expect(stops()).toEqual(["c"]);
    await fireEvent.keyDown(piece("c"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(piece("c"));
  });

  it("that is taken away while it has the focus leaves it to its neighbour", async () => {
    const { rerender } = board();
    piece("c").focus();
    await fireEvent.keyDown(window, { key: "Enter" });
    await rerender({ pieces: ["a", "b"] });
    await vi.waitFor(() => expect(document.activeElement).toBe(piece("b")));
  });

  it("that can be chosen no longer leaves the focus to a new choice", async () => {
    const { rerender } = board({ may: (name: string) => name === "a" });
    piece("a").focus();
    await fireEvent.keyDown(window, { key: "Enter" });
    await rerender({ may: () => false });
    await tick();
    expect(document.activeElement).toBe(piece("a"));
    await rerender({ may: (name: string) => name === "c" });
    await vi.waitFor(() => expect(document.activeElement).toBe(piece("c")));
  });

  it("gets the focus back when a choice that came up is made", async () => {
    const { rerender } = board();
    piece("b").focus();
    await rerender({ asked: true });
    expect(document.activeElement?.textContent).toBe("this");
    await rerender({ asked: false });
    await tick();
    expect(document.activeElement).toBe(piece("b"));
  });

  it("leaves whoever is writing alone", async () => {
    const { rerender } = board();
    screen.getByLabelText("chat").focus();
    await rerender({ asked: true });
    expect(document.activeElement).toBe(screen.getByLabelText("chat"));
  });
});

describe("what is told beside a thing", () => {
  beforeEach(() => {
    vi.stubGlobal("PointerEvent", window.PointerEvent);
    render(Tipped);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  const thing = (): HTMLElement => screen.getByRole("button", { name: "a hare" });
  const card = (): Element | null => document.querySelector("[data-tip]");
  const told = (): string | undefined => card()?.textContent?.trim();
  const HARE = /^runs along paths\s+Rule K4\.5$/;
  const by = (pointerType: string): object => ({ pointerType });

  it("comes when a mouse points at it, and goes with a click", async () => {
    await fireEvent.pointerEnter(thing().parentElement!, by("mouse"));
    expect(told()).toMatch(HARE);
    await fireEvent(thing(), new PointerEvent("click", { ...by("mouse"), bubbles: true }));
    expect(told()).toBeUndefined();
  });

  it("leads to its clause, and stays for whoever comes over to it", async () => {
    vi.useFakeTimers();
    await fireEvent.pointerEnter(thing().parentElement!, by("mouse"));
    expect(screen.getByRole("link", { name: "Rule K4.5" }).getAttribute("href")).toBe("/rules/korrigans#K4.5");
    await fireEvent.pointerLeave(thing().parentElement!, by("mouse"));
    await fireEvent.pointerEnter(card()!, by("mouse"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(told()).toMatch(HARE);
    await fireEvent.pointerLeave(card()!, by("mouse"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(told()).toBeUndefined();
    vi.useRealTimers();
  });

  it("comes with a tap, and goes with the next press elsewhere or Escape", async () => {
    const tap = (): Promise<boolean> =>
      fireEvent(thing(), new PointerEvent("click", { ...by("touch"), bubbles: true }));
    await tap();
    expect(told()).toMatch(HARE);
    await fireEvent.pointerDown(document.body);
    expect(told()).toBeUndefined();
    await tap();
    await fireEvent.keyDown(window, { key: "Escape" });
    expect(told()).toBeUndefined();
  });

  it("lies inside the window, beside the thing where there is room", () => {
    const room = { width: 390, height: 640 };
    const card = { width: 200, height: 60 };
    expect(placed({ left: 150, top: 300, width: 40, height: 40 }, card, room)).toEqual({ x: 70, y: 232 });
    expect(placed({ left: 0, top: 10, width: 40, height: 40 }, card, room)).toEqual({ x: 8, y: 58 });
    expect(placed({ left: 350, top: 590, width: 40, height: 40 }, card, room)).toEqual({ x: 182, y: 522 });
    expect(placed({ left: 0, top: 0, width: 390, height: 640 }, card, room)).toEqual({ x: 95, y: 8 });
  });
});

describe("walking by geometry", () => {
  const spots = [
    { x: 50, y: 0 },
    { x: 120, y: 0 },
    { x: 60, y: 55 },
    { x: 0, y: -80 },
  ];
  it("takes the nearest in the direction, what lies aside counting as farther", () => {
    expect(nearest({ x: 0, y: 0 }, [1, 0], spots)).toBe(0);
    expect(nearest({ x: 60, y: 0 }, [0, 1], spots)).toBe(2);
    expect(nearest({ x: 0, y: 0 }, [0, -1], spots)).toBe(3);
    expect(nearest({ x: 0, y: 0 }, [-1, 0], spots)).toBe(-1);
  });
});

describe("the folders of the games", () => {
  const ALWAYS = ["Board.svelte", "Facts.svelte", "Finale.svelte", "Seat.svelte", "index.ts", "pieces"];
  const MAY = [
    "Art.svelte",
    "Hand.svelte",
    "Speaker.svelte",
    "Start.svelte",
    "cards.ts",
    "choices.ts",
    "deeds.ts",
    "desk.svelte.ts",
    "guide.json",
    "map.ts",
    "motions.ts",
    "options.ts",
    "words.ts",
  ];
  const games = readdirSync("src/games").filter((name) => statSync(`src/games/${name}`).isDirectory());

  it("are five", () => expect(games).toHaveLength(5));
  it.each(games)("of %s has the names that all have", (game) => {
    const names = readdirSync(`src/games/${game}`);
    expect(ALWAYS.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !ALWAYS.includes(name) && !MAY.includes(name))).toEqual([]);
  });
});
