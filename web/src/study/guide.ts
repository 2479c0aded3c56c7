/** A guide: a first game that is led through, as data beside a game's components; docs/client.md tells how one is written. */

import type { Opening } from "./study.svelte";

/** What the player decides, move by move, as one would type it. */
export type Way = readonly string[];

export interface GuideStep {
  /** Where a chapter begins, in the notation of the game; without one the step goes on from where the last one led. */
  position?: string;
  /** What the guide says: one or two sentences. */
  says: string;
  /** What it points at: a selector of things on the board or in the hand. */
  at?: string;
  /** What is to be played, in any of these ways, or anything. Without this, `refusal` and `touch` the step is only read. */
  ways?: readonly Way[] | "any";
  /** What others and luck do once the step is done. */
  then?: readonly string[];
  /** What is said of other moves that would be legal. */
  instead?: Readonly<Record<string, string>>;
  /** What is to be tried although it is against a clause: the wish as one would type it. */
  refusal?: { wish: string; clause: string };
  /** A button that is to be pressed: a selector of it. */
  touch?: string;
}

export interface Guide {
  /** Who is led. */
  seat: number;
  steps: readonly GuideStep[];
}

/** The ways that go on from what was played. */
export function waysOn(ways: readonly Way[], played: Way): readonly Way[] {
  return ways.filter((way) => played.every((move, place) => way[place] === move));
}

/** Whether one of the ways was played to its end. */
export function isThere(ways: readonly Way[], played: Way): boolean {
  return waysOn(ways, played).some((way) => way.length === played.length);
}

/** Where a step begins: its chapter, with what leads to it. */
export function openingOf({ steps }: Guide, number: number): Opening {
  const first = steps.findLastIndex(({ position }, place) => position !== undefined && place <= number);
  const before = steps.slice(first, number);
  return {
    position: steps[first]?.position ?? "",
    moves: before.flatMap(({ ways, then }) => [...((ways !== "any" && ways?.[0]) || []), ...(then ?? [])]),
  };
}
