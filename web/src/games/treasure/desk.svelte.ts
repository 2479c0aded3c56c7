import type { Stage } from "..";
import { Intent } from "../../parts/intent";

/** What the person at this screen looks at: the map draws where it leads. */
export class Desk extends Intent {
  /** The card of the hand. */
  card = $state<string | null>(null);
  /** The hunter that the one on the whirl might change places with. */
  figure = $state<string | null>(null);
  /** What a finger has touched once: the first tap shows where it leads, the second does it. */
  tapped = $state<{ action: number; thing: string } | null>(null);
  /** Whether my colour lies open. */
  peeked = $state(false);

  constructor({ still = false }: Stage) {
    super();
    this.peeked = still;
  }

  override clear(): void {
    this.card = this.figure = this.tapped = null;
  }

  /** Whether a finger that touches this only wishes to see; after that it means it. */
  firstTap(event: Event, thing: string, action: number): boolean {
    if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return false;
    if (this.tapped?.thing === thing) return false;
    this.tapped = { action, thing };
    return true;
  }
}
