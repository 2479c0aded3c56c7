import type { Attachment } from "svelte/attachments";

interface Drag {
  able: () => boolean;
  lift?: () => void;
  /** What lies under the pointer when it is let go, the topmost first. */
  drop: (under: Element[]) => void;
  /** Let go elsewhere, or taken away. */
  end?: () => void;
}

const FAR = 10;

/** Lets a thing be dragged; a drag never counts as a click as well. */
export function drags(options: Drag): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number } | null = null;
    let moved = false;
    let swallow = false;

    const reset = (): void => {
      from = null;
      node.style.translate = "";
      node.classList.remove("dragging");
    };
    const down = (event: PointerEvent): void => {
      swallow = false;
      if (event.button !== 0 || !options.able()) return;
      node.setPointerCapture(event.pointerId);
      from = { x: event.clientX, y: event.clientY };
      moved = false;
    };
    const move = (event: PointerEvent): void => {
      if (from === null) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moved && Math.hypot(x, y) > FAR) {
        moved = true;
        node.classList.add("dragging");
        options.lift?.();
      }
      if (moved) node.style.translate = `${x}px ${y}px`;
    };
    const up = (event: PointerEvent): void => {
      const dragged = from !== null && moved;
      reset();
      if (!dragged) return;
      swallow = true;
      options.drop(document.elementsFromPoint(event.clientX, event.clientY).filter((one) => !node.contains(one)));
      options.end?.();
    };
    const cancel = (): void => {
      reset();
      options.end?.();
    };
    const click = (event: MouseEvent): void => {
      if (!swallow) return;
      swallow = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", cancel);
    node.addEventListener("click", click, { capture: true });
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
      node.removeEventListener("click", click, { capture: true });
    };
  };
}

/** The thing of a kind on which something was dropped, by its data attribute. */
export function dropped(under: Element[], kind: string): string | null {
  for (const element of under) {
    const found = element.closest<HTMLElement>(`[data-${kind}]`);
    if (found) return found.getAttribute(`data-${kind}`);
  }
  return null;
}
