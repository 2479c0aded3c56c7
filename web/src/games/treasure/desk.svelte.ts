/** What is looked at: the map draws where it leads. */
export class Desk {
  /** The card of the hand. */
  card = $state<string | null>(null);
  /** The hunter that the one on the whirl might change places with. */
  figure = $state<string | null>(null);
}
