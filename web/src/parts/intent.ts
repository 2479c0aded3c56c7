/** What somebody has in mind before a move: it is over with the move, and not when a board is drawn anew. */
export abstract class Intent {
  #ply = -1;

  /** Put everything back where it was. */
  abstract clear(): void;

  /** It stands after so many actions. */
  at(ply: number): void {
    if (ply === this.#ply) return;
    this.#ply = ply;
    this.clear();
  }
}
