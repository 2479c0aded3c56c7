/** A drawing that is larger than its pane: where one looks, how near, and what is in view then. */

import type { Attachment } from "svelte/attachments";
import { TREMBLE, type Spot } from "./drag";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The place on the page that the drawing is seen through, in pixels; what lies over its edges is not free. */
export interface Pane {
  width: number;
  height: number;
  top: number;
  bottom: number;
}

/** The point of the drawing in the middle of the pane, and how many pixels a unit has. */
export interface Look extends Spot {
  scale: number;
}

/** How far and how near one may look. */
export interface Range {
  least: number;
  most: number;
}

/** What is in view. */
export function boxOf({ x, y, scale }: Look, { width, height }: Pane): Box {
  return { x: x - width / scale / 2, y: y - height / scale / 2, width: width / scale, height: height / scale };
}

/** What is in view and has nothing lying over it. */
export function freeBox(look: Look, pane: Pane): Box {
  const { x, y, width } = boxOf(look, pane);
  const height = (pane.height - pane.top - pane.bottom) / look.scale;
  return { x, y: y + pane.top / look.scale, width, height };
}

/** A hair's breadth: so much out of view nobody sees. */
const HAIR = 0.5;

export function holds(box: Box, part: Box): boolean {
  return (
    part.x >= box.x - HAIR &&
    part.y >= box.y - HAIR &&
    part.x + part.width <= box.x + box.width + HAIR &&
    part.y + part.height <= box.y + box.height + HAIR
  );
}

export function meet(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The smallest box round several. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const between = (least: number, number: number, most: number): number => Math.min(Math.max(number, least), most);

/** So that everything is in view, or as much as there is room for. */
export function whole(extent: Box, pane: Pane, { least, most }: Range): Look {
  const high = pane.height - pane.top - pane.bottom;
  const scale = between(least, Math.min(pane.width / extent.width, high / extent.height), most);
  return {
    x: extent.x + extent.width / 2,
    y: extent.y + extent.height / 2 + (pane.bottom - pane.top) / 2 / scale,
    scale,
  };
}

/** Dragged by so many pixels. */
export function panned(look: Look, by: Spot): Look {
  return { ...look, x: look.x - by.x / look.scale, y: look.y - by.y / look.scale };
}

/** So near to the edge of a pane, in pixels, what is dragged takes the eye along, and so far a frame. */
const RIM = 28;
const NUDGE = 7;

/** How far a thing that is dragged to a point of the window pulls a pane in a frame. */
export function pulled({ x, y }: Spot, pane: DOMRect): Spot {
  const pull = (at: number, from: number, to: number): number => Number(at < from + RIM) - Number(at > to - RIM);
  return { x: NUDGE * pull(x, pane.left, pane.right), y: NUDGE * pull(y, pane.top, pane.bottom) };
}

/** Nearer or farther; the point at so many pixels from the middle of the pane stays where it is. */
export function zoomed(look: Look, factor: number, at: Spot, { least, most }: Range): Look {
  const scale = between(least, look.scale * factor, most);
  const shift = 1 / look.scale - 1 / scale;
  return { x: look.x + at.x * shift, y: look.y + at.y * shift, scale };
}

/** The least that must be moved along one line for a part to be in view; its beginning, where there is no room for all. */
function shiftFor(from: number, long: number, part: number, partLong: number): number {
  if (partLong > long) return part + partLong / 2 - (from + long / 2);
  return Math.min(0, part - from) + Math.max(0, part + partLong - (from + long));
}

/** Moved no more than it takes for a part to be in view. */
export function reaching(look: Look, part: Box, pane: Pane): Look {
  const free = freeBox(look, pane);
  return {
    ...look,
    x: look.x + shiftFor(free.x, free.width, part.x, part.width),
    y: look.y + shiftFor(free.y, free.height, part.y, part.height),
  };
}

/** How much of the pane may be left empty beyond the end of the drawing: what something lies over can be pulled free. */
const BEYOND = 0.4;

/** The same look where one does not lose sight of the drawing. */
export function kept(look: Look, extent: Box, pane: Pane): Look {
  const beyond = { x: (pane.width * BEYOND) / look.scale, y: (pane.height * BEYOND) / look.scale };
  const view = boxOf(look, pane);
  const along = (at: number, from: number, long: number, viewed: number, spare: number): number => {
    const first = from - spare + viewed / 2;
    const last = from + long + spare - viewed / 2;
    return first > last ? between(last, at, first) : between(first, at, last);
  };
  return {
    ...look,
    x: along(look.x, extent.x, extent.width, view.width, beyond.x),
    y: along(look.y, extent.y, extent.height, view.height, beyond.y),
  };
}

/** What gestures and keys move. */
export interface Movable {
  pan(by: Spot): void;
  /** About a point, in pixels from the middle of the pane. */
  zoom(factor: number, at: Spot): void;
  showAll(): void;
}

const STEP = 1.3;
/** How much nearer one notch of a wheel comes; a pinch on a touchpad sends smaller ones. */
const WHEEL = 0.0016;
const PINCH = 0.01;
const ARROW = 120;
const ARROWS: Record<string, Spot> = {
  ArrowLeft: { x: ARROW, y: 0 },
  ArrowRight: { x: -ARROW, y: 0 },
  ArrowUp: { x: 0, y: ARROW },
  ArrowDown: { x: 0, y: -ARROW },
};
const MIDDLE: Spot = { x: 0, y: 0 };

export const nearer = (pane: Movable): void => pane.zoom(STEP, MIDDLE);
export const farther = (pane: Movable): void => pane.zoom(1 / STEP, MIDDLE);

/** The keys + - 0, and the arrows with Shift, wherever nobody writes and no sheet lies over the page. */
export function panByKeys(event: KeyboardEvent, pane: Movable): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
  const arrow = event.shiftKey ? ARROWS[event.key] : undefined;
  if (event.key === "+" || event.key === "=") nearer(pane);
  else if (event.key === "-") farther(pane);
  else if (event.key === "0") pane.showAll();
  else if (arrow) pane.pan(arrow);
  else return;
  event.preventDefault();
}

/**
 * One finger, or the mouse, pans where it does not drag a piece; two fingers and the wheel zoom. What was a gesture is no
 * press. Whatever matches `pieces` when it is touched is dragged by itself.
 */
export function pan(pane: Movable, pieces: string): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    const fingers = new Map<number, Spot>();
    /** Where the one finger that may pan was last; it trembles until it has moved far enough. */
    let last: Spot | null = null;
    let trembles = true;
    let gesture = false;

    const fromMiddle = ({ x, y }: Spot): Spot => {
      const box = node.getBoundingClientRect();
      return { x: x - box.x - box.width / 2, y: y - box.y - box.height / 2 };
    };
    const pair = (): { middle: Spot; apart: number } => {
      const [one, other] = [...fingers.values()] as [Spot, Spot];
      const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
      return { middle, apart: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) };
    };

    function down(event: PointerEvent): void {
      if (event.button !== 0) return;
      const at = { x: event.clientX, y: event.clientY };
      if (fingers.size === 0) {
        gesture = false;
        trembles = true;
        last = event.target instanceof Element && event.target.closest(pieces) ? null : at;
        window.addEventListener("pointermove", moving);
        window.addEventListener("pointerup", up);
        window.addEventListener("pointercancel", up);
      }
      if (fingers.size < 2) fingers.set(event.pointerId, at);
      if (fingers.size === 2) gesture = true;
    }

    function moving(event: PointerEvent): void {
      if (!fingers.has(event.pointerId)) return;
      const at = { x: event.clientX, y: event.clientY };
      if (fingers.size === 2) {
        const before = pair();
        fingers.set(event.pointerId, at);
        const now = pair();
        pane.pan({ x: now.middle.x - before.middle.x, y: now.middle.y - before.middle.y });
        pane.zoom(now.apart / before.apart, fromMiddle(now.middle));
        return;
      }
      fingers.set(event.pointerId, at);
      if (last === null) return;
      const by = { x: at.x - last.x, y: at.y - last.y };
      if (trembles && Math.hypot(by.x, by.y) < TREMBLE) return;
      trembles = false;
      gesture = true;
      last = at;
      pane.pan(by);
    }

    function up(event: PointerEvent): void {
      if (!fingers.delete(event.pointerId)) return;
      // The finger that stays after a pinch goes on panning from where it is.
      [last = null] = gesture ? fingers.values() : [];
      if (fingers.size === 0) end();
    }
    function end(): void {
      window.removeEventListener("pointermove", moving);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    }

    /** The click that a browser makes of letting go is no press. */
    function click(event: Event): void {
      if (gesture) event.stopPropagation();
      gesture = false;
    }

    function wheel(event: WheelEvent): void {
      event.preventDefault();
      if (event.shiftKey) pane.pan({ x: -(event.deltaX || event.deltaY), y: 0 });
      else
        pane.zoom(
          Math.exp(-event.deltaY * (event.ctrlKey ? PINCH : WHEEL)),
          fromMiddle({ x: event.clientX, y: event.clientY }),
        );
    }

    node.addEventListener("pointerdown", down as EventListener);
    node.addEventListener("click", click, true);
    node.addEventListener("wheel", wheel as EventListener, { passive: false });
    return () => {
      end();
      node.removeEventListener("pointerdown", down as EventListener);
      node.removeEventListener("click", click, true);
      node.removeEventListener("wheel", wheel as EventListener);
    };
  };
}
