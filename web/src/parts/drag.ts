import type { Attachment } from "svelte/attachments";

export interface Spot {
  x: number;
  y: number;
}

/** Everything is asked when it is needed, so that a new position does not end a drag that is going on. */
export interface Dragging {
  may: () => boolean;
  /** The finger has moved so far that it is no press. */
  start?: () => void;
  /** How far it was dragged, in the piece's own units, and to which point of the window; without it the piece follows by itself. */
  move?: (by: Spot, at: Spot) => void;
  /** Let go, at a point of the window; what lies under it, the topmost first. */
  drop: (under: Element[], at: Spot) => void;
  /** Escape, or the browser took the finger away: it was not dropped. */
  cancel?: () => void;
}

/** So far a finger trembles. */
export const TREMBLE = 10;

/** A piece that is dragged by mouse, pen or finger; one that is not moved is only pressed. */
export function drag({ may, start, move, drop, cancel }: Dragging): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    let from: (Spot & { pointer: number }) | null = null;
    let moved = false;
    let swallows = false;

    const follow = move ?? ((by: Spot) => (node.style.translate = `${by.x}px ${by.y}px`));

    function end(): void {
      from = null;
      moved = false;
      node.removeAttribute("data-dragging");
      if (!move) node.style.translate = "";
      window.removeEventListener("pointerdown", another, true);
      window.removeEventListener("pointermove", moving);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", giveUp);
      window.removeEventListener("keydown", key, true);
    }

    function down(event: PointerEvent): void {
      if (event.button !== 0 || from !== null || !may()) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      window.addEventListener("pointerdown", another, true);
      window.addEventListener("pointermove", moving);
      window.addEventListener("pointerup", up);
      window.addEventListener("pointercancel", giveUp);
      window.addEventListener("keydown", key, true);
    }

    function moving(event: PointerEvent): void {
      if (from === null || event.pointerId !== from.pointer) return;
      const by = { x: event.clientX - from.x, y: event.clientY - from.y };
      if (!moved) {
        if (Math.hypot(by.x, by.y) < TREMBLE) return;
        moved = true;
        node.setAttribute("data-dragging", "");
        start?.();
      }
      const unit = unitOf(node);
      follow({ x: by.x / unit, y: by.y / unit }, { x: event.clientX, y: event.clientY });
    }

    function up(event: PointerEvent): void {
      if (from === null || event.pointerId !== from.pointer) return;
      const dropped = moved;
      end();
      if (!dropped) return;
      swallowClick();
      const at = { x: event.clientX, y: event.clientY };
      drop(
        document.elementsFromPoint(at.x, at.y).filter((one) => !node.contains(one)),
        at,
      );
    }

    /** Two fingers look closer, and drag nothing. */
    function another(event: PointerEvent): void {
      if (event.pointerId !== from?.pointer) giveUp();
    }

    function giveUp(): void {
      const dropped = moved;
      end();
      if (dropped) cancel?.();
    }

    function key(event: KeyboardEvent): void {
      if (event.key !== "Escape" || !moved) return;
      event.preventDefault();
      event.stopPropagation();
      swallowClick();
      giveUp();
    }

    /** The click that a browser makes of letting go is no press. */
    function swallowClick(): void {
      swallows = true;
      setTimeout(() => (swallows = false));
    }
    function click(event: Event): void {
      if (swallows) event.stopImmediatePropagation();
      swallows = false;
    }

    node.addEventListener("pointerdown", down as EventListener);
    node.addEventListener("click", click, true);
    return () => {
      if (from !== null) giveUp();
      node.removeEventListener("pointerdown", down as EventListener);
      node.removeEventListener("click", click, true);
    };
  };
}

/** How many pixels one unit of the piece's drawing is. */
function unitOf(node: Element): number {
  return node instanceof SVGGraphicsElement ? (node.ownerSVGElement?.getScreenCTM?.()?.a ?? 1) : 1;
}

/** The point of a drawing that lies under a point of the window. */
export function pointIn(drawing: SVGSVGElement, at: Spot): Spot {
  const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(drawing.getScreenCTM()?.inverse());
  return { x, y };
}

/** The topmost thing of a kind that something was dropped on. */
export function under(all: Element[], kind: string): HTMLElement | null {
  return all.map((one) => one.closest<HTMLElement>(kind)).find((one) => one !== null) ?? null;
}
