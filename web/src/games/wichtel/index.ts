import type { GameTable } from "..";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import Hand from "./Hand.svelte";
import Seat from "./Seat.svelte";
import Speaker from "./Speaker.svelte";

const wichtel: GameTable = {
  board: Board,
  hand: Hand,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  speaker: Speaker,
  // Fifty lines of dealing would bury what happened; the cards lie there to be seen.
  quiet: ({ move, about }, before) =>
    move?.type === "event" || (move?.type === "gnome" && about >= 0 && before?.move?.type !== "call"),
  secrets: true,
};

export default wichtel;
