/** How much room there is: the one list of windows that everything is drawn for, the first that fits. */

export const ROOMS = {
  /** A phone on its side. */
  side: "(max-height: 500px) and (min-aspect-ratio: 1/1)",
  phone: "(max-width: 700px)",
  /** A tablet held upright. */
  tablet: "(max-width: 1100px) and (orientation: portrait)",
  /** A tablet on its side, a small laptop. */
  lap: "(max-width: 1200px)",
} as const;
export type Room = keyof typeof ROOMS | "desk";

/** Where log, chat and facts have no place of their own beside the board. */
const FOLDED: readonly Room[] = ["phone", "side", "tablet"];
/** Where even the top bar is too much beside a board. */
const SMALL: readonly Room[] = ["phone", "side"];

class Space {
  room = $state<Room>("desk");
  /** Whether the page is a table that fills the window and never scrolls. */
  full = $state(false);

  constructor() {
    const queries = Object.entries(ROOMS).map(([room, query]) => [room as Room, matchMedia(query)] as const);
    const look = (): void => {
      this.room = queries.find(([, query]) => query.matches)?.[0] ?? "desk";
      // Styles say [data-room="phone"] instead of a width of their own.
      document.documentElement.dataset.room = this.room;
    };
    for (const [, query] of queries) query.addEventListener("change", look);
    look();
  }

  get phone(): boolean {
    return this.room === "phone";
  }
  get folded(): boolean {
    return FOLDED.includes(this.room);
  }
  /** Whether the table alone has the window: its way home is among the seats then. */
  get bare(): boolean {
    return this.full && SMALL.includes(this.room);
  }

  /** A table is laid; returns how to clear it away. */
  fill(): () => void {
    const { documentElement: html } = document;
    this.full = true;
    html.toggleAttribute("data-full", true);
    return () => {
      this.full = false;
      html.toggleAttribute("data-full", false);
    };
  }
}

export const space = new Space();
