import { Intent } from "../../parts/intent";

/** What the person at this screen has in mind: shared by the board and the hand, and forgotten with every move. */
export class Desk extends Intent {
  /** My korrigan that was picked up, if any. */
  korrigan = $state<number | null>(null);
  /** The field that a choice between animals is open for. */
  asking = $state<string | null>(null);
  /** The field that is looked at. */
  field = $state<string | null>(null);
  /** The animal of the hand that is looked at: its ways shine on the map. */
  animal = $state<string | null>(null);

  override clear(): void {
    this.korrigan = null;
    this.asking = null;
    this.field = null;
  }
}
