/** What the person at this screen has in mind: shared by the board and the hand, and forgotten with every move. */
export const desk = $state<{
  /** My korrigan that was picked up, if any. */
  korrigan: number | null;
  /** The field that a choice between animals is open for. */
  asking: string | null;
  /** The field that is looked at. */
  field: string | null;
  /** The animal of the hand that is looked at: its ways shine on the map. */
  animal: string | null;
}>({ korrigan: null, asking: null, field: null, animal: null });
