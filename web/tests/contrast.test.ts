/** The colours of tokens.css, measured as WCAG 2.2 does: words at 4.5 to 1, what is drawn to be found at 3 to 1. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TONES } from "../src/pieces/colours";

type Rgb = readonly [number, number, number];

const tokens = readFileSync("src/styles/tokens.css", "utf8");
const base = readFileSync("src/styles/base.css", "utf8");
const THEMES = ["light", "night"] as const;
const PAPERS = ["paper", "card", "sunk"];

const COLOURS = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, night]) => [
    name!,
    { light: rgb(light!), night: rgb(night!) },
  ]),
);

function rgb(hex: string): Rgb {
  const byte = (at: number): number => parseInt(hex.slice(at, at + 2), 16) / 255;
  return [byte(1), byte(3), byte(5)];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function ratio(one: Rgb, other: Rgb): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

function over(top: Rgb, ground: Rgb, opacity: number): Rgb {
  const mixed = (at: 0 | 1 | 2): number => top[at] * opacity + ground[at] * (1 - opacity);
  return [mixed(0), mixed(1), mixed(2)];
}

const colour = (name: string, theme: (typeof THEMES)[number]): Rgb => COLOURS.get(name)![theme];

/** How faint what may be chosen gets while it breathes. */
const faintest = Number(/@keyframes breath \{\s*50% \{\s*opacity: ([\d.]+)/.exec(base)?.[1]);

for (const theme of THEMES)
  for (const paper of PAPERS) {
    const ground = colour(paper, theme);

    test.each(["ring", "choice", "edge", "meadow", "alarm"])(`${theme}: %s is found on ${paper}`, (name) => {
      expect(ratio(colour(name, theme), ground)).toBeGreaterThanOrEqual(3);
    });

    test(`${theme}: what may be chosen is found on ${paper} also while it breathes`, () => {
      expect(ratio(over(colour("choice", theme), ground, faintest), ground)).toBeGreaterThanOrEqual(3);
    });

    test.each(["ink", "soft", "meadow-deep", "gold-deep", "alarm-deep"])(`${theme}: %s is read on ${paper}`, (name) => {
      expect(ratio(colour(name, theme), ground)).toBeGreaterThanOrEqual(4.5);
    });
  }

test.each(THEMES)("%s: a button's words are read", (theme) => {
  expect(ratio(colour("on-meadow", theme), colour("meadow", theme))).toBeGreaterThanOrEqual(4.5);
});

test("a seat's mark is found on its tone", () => {
  for (const { light, deep } of TONES) expect(ratio(rgb(deep), rgb(light))).toBeGreaterThanOrEqual(3);
});

test("rings and choices are drawn in colours that are measured here", () => {
  expect(base).toMatch(/:focus-visible \{\s*outline: \d+px solid var\(--ring\)/);
  for (const rule of [".choice", ".chosen"]) expect(base).toContain(`${rule} {\n  stroke: var(--choice);`);
});

test("no outline and no ring of a focus is drawn in a gold that cannot be found by day", () => {
  const drawn = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(svelte|css)$/.test(name),
  );
  const faint = drawn.filter((name) => {
    const text = readFileSync(`src/${name}`, "utf8");
    const rings = text.match(/[^{}]*:focus-visible[^{}]*\{[^}]*\}/g) ?? [];
    return (
      /outline:[^;]*var\(--gold\)/.test(text) || rings.some((rule) => /(stroke|border-color): var\(--gold\)/.test(rule))
    );
  });
  expect(faint).toEqual([]);
});
