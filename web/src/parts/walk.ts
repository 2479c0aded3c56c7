import type { Attachment } from "svelte/attachments";

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Box {
  x: number;
  y: number;
}

/** The nearest of several points in one direction; what lies aside counts as farther. */
export function nearest(from: Box, way: readonly [number, number], others: readonly Box[]): number {
  let best = -1;
  let least = Infinity;
  for (const [place, to] of others.entries()) {
    const ahead = (to.x - from.x) * way[0] + (to.y - from.y) * way[1];
    const aside = Math.abs((to.x - from.x) * way[1]) + Math.abs((to.y - from.y) * way[0]);
    if (ahead < 1 || aside > 2 * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

function middleOf(node: Element): Box {
  const { x, y, width, height } = node.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Arrow keys walk from piece to piece by where they are; Tab goes in and out, to the one that was left or to the first
 * that may be chosen. Whatever matches `pieces` is walked, whether it may be chosen or not.
 */
export function walk(pieces: string): Attachment<HTMLElement | SVGElement> {
  return (ground) => {
    let current: Element | null = null;
    /** Where the focus was, as long as it is here: the piece may be gone with the next position. */
    let left: Box | null = null;

    let byKeys = false;
    /** What could be chosen in the position before. */
    let offered = new Set<Element>();

    const all = (): (HTMLElement | SVGElement)[] => [...ground.querySelectorAll<HTMLElement | SVGElement>(pieces)];
    const free = (node: Element): boolean => node.getAttribute("aria-disabled") !== "true";

    function point(): void {
      const there = all();
      if (current === null || !there.includes(current as HTMLElement)) current = there.find(free) ?? there[0] ?? null;
      // With nothing of one's own left behind, the first that may be chosen is the way in.
      else if (!current.contains(document.activeElement) && !free(current)) current = there.find(free) ?? current;
      for (const node of there) {
        const index = node === current ? "0" : "-1";
        if (node.getAttribute("tabindex") !== index) node.setAttribute("tabindex", index);
      }
    }

    /**
     * A position came that has no place for the piece with the focus: its neighbour gets it. So does the nearest new
     * choice, from whatever can be chosen no longer.
     */
    function changed(): void {
      point();
      const there = all();
      const may = there.filter(free);
      const fresh = may.length > 0 && !may.some((node) => offered.has(node));
      offered = new Set(may);
      const here = document.activeElement;
      if (!byKeys || here === null) return;
      const from = here === document.body ? left : fresh && !free(here) ? middleOf(here) : null;
      if (from === null) return;
      const far = (node: Element): number => Math.hypot(middleOf(node).x - from.x, middleOf(node).y - from.y);
      const [next] = (may.length > 0 ? may : there).toSorted((one, other) => far(one) - far(other));
      next?.focus({ preventScroll: true });
    }

    function focused(event: Event): void {
      const node = event.target instanceof Element ? event.target.closest(pieces) : null;
      if (node === null) return;
      current = node;
      left = middleOf(node);
      point();
    }
    function blurred(event: Event): void {
      // Whoever goes elsewhere takes the focus along; a piece that is taken away leaves it nowhere.
      if (event instanceof FocusEvent && event.relatedTarget !== null) left = null;
    }

    function key(event: KeyboardEvent): void {
      const way = WAYS[event.key];
      const from = event.target instanceof Element ? event.target.closest(pieces) : null;
      const other = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (way === undefined || from === null || other) return;
      const others = all().filter((node) => node !== from);
      const next = others[nearest(middleOf(from), way, others.map(middleOf))];
      event.preventDefault();
      next?.focus();
    }
    const keyed = (): boolean => (byKeys = true);
    const touched = (): boolean => (byKeys = false);

    const watch = new MutationObserver(changed);
    watch.observe(ground, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-disabled"] });
    ground.addEventListener("focusin", focused);
    ground.addEventListener("focusout", blurred);
    ground.addEventListener("keydown", key as EventListener);
    window.addEventListener("keydown", keyed, true);
    window.addEventListener("pointerdown", touched, true);
    point();
    offered = new Set(all().filter(free));
    return () => {
      watch.disconnect();
      ground.removeEventListener("focusin", focused);
      ground.removeEventListener("focusout", blurred);
      ground.removeEventListener("keydown", key as EventListener);
      window.removeEventListener("keydown", keyed, true);
      window.removeEventListener("pointerdown", touched, true);
    };
  };
}
