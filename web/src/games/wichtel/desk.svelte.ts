/** What the person at this device holds, looks at and likes; board and hand share it. */

import type { Attachment } from "svelte/attachments";
import { keep, kept } from "../../kept";
import { Intent } from "../../parts/intent";
import type { Judged, Prospect } from "../../wire/wichtel";

/** Something that explains itself when it is hovered, focused or tapped. */
export type Looked =
  | { of: "gnome"; code: string; prospect: Prospect | null; hand: readonly string[] }
  | { of: "event"; code: string }
  | { of: "result"; hand: readonly string[]; judged: Judged }
  | { of: "pile"; side: "left" | "right" }
  | { of: "rival"; seat: number }
  | { of: "supervisor" };

const HABITS = ["seen", "pass", "march"] as const;
export type Habit = (typeof HABITS)[number];

export class Desk extends Intent {
  look = $state.raw<(() => Looked) | null>(null);
  /** The place in my hand of the gnome that I have picked. */
  gnome = $state<number | null>(null);
  /** The pile or the rival that I have picked before a gnome. */
  target = $state<"pile" | number | null>(null);
  /** The event that waits for somebody to be played to. */
  card = $state<string | null>(null);
  /** What I shall do when I am asked for a bribe: a card, or pass. */
  preset = $state<string | null>(null);
  /** The ply at which I said "wait". */
  stopped = $state(-1);
  /** Whether the last round lies open on the table. */
  judging = $state(false);
  habits = $state<Record<Habit, boolean>>({
    seen: kept("wichtel.seen") !== "no",
    pass: kept("wichtel.pass") !== "no",
    march: kept("wichtel.march") === "yes",
  });

  #tapped: string | null = null;
  /** Whether a finger asked for what is explained: it cannot leave a thing as a mouse does. */
  #touched = false;

  /** Put everything back where it was: a new position lies there. */
  override clear(): void {
    this.gnome = null;
    this.target = null;
    this.card = null;
    this.#tapped = null;
    if (this.#touched) this.look = null;
  }

  /** Have a thing explained. */
  explain(of: () => Looked, event: Event): void {
    this.look = of;
    this.#touched = isTouch(event);
  }

  change(habit: Habit): void {
    this.habits[habit] = !this.habits[habit];
    keep(`wichtel.${habit}`, this.habits[habit] ? "yes" : "no");
  }

  /** A mouse means it at once; a finger first looks and then means it. */
  sure(event: Event, key: string): boolean {
    const means = !isTouch(event) || this.#tapped === key;
    this.#tapped = means ? null : key;
    return means;
  }
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

/** Lets a thing explain itself. */
export function looks(desk: Desk, of: () => Looked): Attachment<HTMLElement> {
  return (node) => {
    const show = (event: Event): void => desk.explain(of, event);
    // Not at once: a thing that is taken away loses the focus while others are being drawn.
    const hide = (): void =>
      queueMicrotask(() => {
        if (desk.look === of) desk.look = null;
      });
    const enter = (event: PointerEvent): void => {
      if (!isTouch(event)) show(event);
    };
    const leave = (event: PointerEvent): void => {
      if (!isTouch(event)) hide();
    };
    node.addEventListener("pointerenter", enter);
    node.addEventListener("pointerleave", leave);
    node.addEventListener("focus", show);
    node.addEventListener("blur", hide);
    node.addEventListener("click", show);
    return () => {
      hide();
      node.removeEventListener("pointerenter", enter);
      node.removeEventListener("pointerleave", leave);
      node.removeEventListener("focus", show);
      node.removeEventListener("blur", hide);
      node.removeEventListener("click", show);
    };
  };
}
