/** The clovers' faces: six animals and coins, as the board's box lists them. */

import { BOARD } from "../../wire/korrigans_board";

interface PrintedToken {
  name: string;
  needs?: string;
  gold?: number;
}

const TOKENS: readonly PrintedToken[] = BOARD.token;
export const COMPANIONS = TOKENS.filter(({ needs }) => needs !== undefined).map(({ name }) => name);
const GOLD = new Map(TOKENS.map(({ name, gold }) => [name, gold ?? 0]));

/** The gold of a coin, 0 for an animal. */
export const goldOf = (token: string): number => GOLD.get(token) ?? 0;
export const isAnimal = (token: string): boolean => COMPANIONS.includes(token);

/** Equal ones together, in the order of the box. */
export function grouped(tokens: readonly string[]): { token: string; count: number }[] {
  return TOKENS.map(({ name }) => ({ token: name, count: tokens.filter((token) => token === name).length })).filter(
    ({ count }) => count > 0,
  );
}

/** What is left of some tokens when one is gone. */
export function without(tokens: readonly string[], gone: string): string[] {
  const place = tokens.indexOf(gone);
  return tokens.filter((_, other) => other !== place);
}
