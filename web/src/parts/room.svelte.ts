/** How much room there is: the one list of sizes that everything is drawn for. */

export const ROOMS = { phone: 700, tablet: 1100 } as const;
export type Room = keyof typeof ROOMS | "desk";

class Space {
  room = $state<Room>("desk");

  constructor() {
    const queries = Object.values(ROOMS).map((width) => matchMedia(`(max-width: ${width}px)`));
    const look = (): void => {
      this.room = queries[0]?.matches ? "phone" : queries[1]?.matches ? "tablet" : "desk";
      // Styles say [data-room="phone"] instead of a width of their own.
      document.documentElement.dataset.room = this.room;
    };
    for (const query of queries) query.addEventListener("change", look);
    look();
  }

  get phone(): boolean {
    return this.room === "phone";
  }
}

export const space = new Space();
