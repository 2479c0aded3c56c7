import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

const CHOICES = "button:not([disabled]), [role=button], [role=radio], a[href], input, select";
const WRITES = "input, textarea, select";

/** Whether whoever sits here moves by keys just now. */
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/** A choice that has just appeared: the focus goes there, and back to where it was once it is made. */
export function newChoice(): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    const before = document.activeElement;
    // Whoever is writing goes on writing, and whoever points with a mouse or a finger needs no focus.
    if (before === null || before.matches(WRITES)) return;
    if (before === document.body ? !byKeys : !before.matches(":focus-visible")) return;
    const choices = [...node.querySelectorAll<HTMLElement | SVGElement>(CHOICES)];
    const first = choices.find((one) => one.getAttribute("aria-disabled") !== "true") ?? choices[0];
    first?.focus({ preventScroll: true });
    // When the next position is drawn: what it puts aside must not take the focus along.
    return () =>
      void tick().then(() => {
        const here = document.activeElement;
        if (here !== null && here !== document.body && !node.contains(here)) return;
        if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true });
      });
  };
}

/** Something that disables or takes away what has the focus: afterwards the focus is there again, or goes `otherwise`. */
export async function keepingFocus<T>(work: Promise<T>, otherwise: () => HTMLElement | null = () => null): Promise<T> {
  const before = document.activeElement;
  try {
    return await work;
  } finally {
    await tick();
    if (document.activeElement === null || document.activeElement === document.body) {
      const still = before instanceof HTMLElement && before.isConnected && !before.matches(":disabled");
      (still ? before : otherwise())?.focus({ preventScroll: still });
    }
  }
}
