import { cubicOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import { movesAllowed, settings } from "../settings.svelte";
import type { Spot } from "./drag";
import { boxOf, freeBox, holds, kept, panned, reaching, whole, zoomed } from "./pan";
import type { Box, Look, Movable, Pane, Range } from "./pan";

/** How long the eye takes to another place, at the normal pace. */
const TRAVEL = 450;
/** How much larger everything could be before it is worth a change. */
const WORTH = 1.3;

/** The eye on a drawing that may be larger than its pane; it goes where something is to be seen, and no farther. */
export class Camera implements Movable {
  #pane = $state.raw<Pane>({ width: 0, height: 0, top: 0, bottom: 0 });
  /** Where it goes; the tween is on its way there. */
  #aim = $state.raw<Look>({ x: 0, y: 0, scale: 1 });
  #shown = new Tween<Look>({ x: 0, y: 0, scale: 1 }, { easing: cubicOut });
  /** Whether somebody has chosen how near to look: then nothing is fitted anew. */
  #chosen = false;

  /** How near it comes by itself; whoever looks may come nearer. */
  constructor(
    private readonly extent: () => Box,
    private readonly range: Range & { nearest: number },
  ) {}

  get box(): Box {
    return boxOf(this.#shown.current, this.#pane);
  }
  get scale(): number {
    return this.#shown.current.scale;
  }
  /** Whether a part is in view, or will be in a moment, be it under something that lies over the pane. */
  reaches(part: Box): boolean {
    return this.#pane.width === 0 || holds(boxOf(this.#aim, this.#pane), part);
  }

  /** The pane has another size: it was turned, or has just come to be. */
  fill(pane: Pane): void {
    this.#pane = pane;
    if (pane.width === 0 || pane.height === 0) return;
    this.#go(this.#chosen ? this.#aim : this.#best(), false);
  }

  #best(): Look {
    return whole(this.extent(), this.#pane, this.range);
  }

  #go(look: Look, travels = true): number {
    const { x, y, scale } = this.#aim;
    this.#aim = kept(look, this.extent(), this.#pane);
    const far = Math.hypot(this.#aim.x - x, this.#aim.y - y) * scale + Math.abs(this.#aim.scale / scale - 1);
    const milliseconds = travels && movesAllowed() && far > 0.01 ? TRAVEL : 0;
    void this.#shown.set(this.#aim, { duration: milliseconds * settings.tempo });
    return milliseconds;
  }

  pan(by: Spot): void {
    this.#go(panned(this.#aim, by), false);
  }
  zoom(factor: number, at: Spot): void {
    this.#chosen = true;
    this.#go(zoomed(this.#aim, factor, at, { ...this.range, most: this.range.nearest }), false);
  }
  showAll(): void {
    this.#chosen = false;
    this.#go(this.#best());
  }
  /** Look at a point of the drawing. */
  lookAt({ x, y }: Spot): void {
    this.#go({ ...this.#aim, x, y });
  }

  /** Bring a part into view, if it is not; how long that takes. */
  show(part: Box): number {
    return this.sees(part) ? 0 : this.#go(reaching(this.#aim, part, this.#pane));
  }
  /** Whether nothing lies over it either. */
  sees(part: Box): boolean {
    return holds(freeBox(this.#aim, this.#pane), part);
  }
  /** Whether there is room for it, as near as one looks. */
  hasRoomFor({ width, height }: Box): boolean {
    const free = freeBox(this.#aim, this.#pane);
    return width <= free.width && height <= free.height;
  }

  /** The drawing may have grown: show all of it where there is room, and stay where nothing is gained; how long it takes. */
  settle(): number {
    if (this.#chosen) return 0;
    const best = this.#best();
    if (!holds(freeBox(best, this.#pane), this.extent())) return 0;
    if (this.sees(this.extent()) && best.scale < this.#aim.scale * WORTH) return 0;
    return this.#go(best);
  }
}
