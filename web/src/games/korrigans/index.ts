import type { GameTable } from "..";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import Hand from "./Hand.svelte";
import { plain } from "./plain";
import Seat from "./Seat.svelte";

const korrigans: GameTable = {
  board: Board,
  hand: Hand,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  plain,
  // That somebody looks is told again by what is kept; one's own look stays, for it says what was there.
  quiet: ({ move }) => move?.type === "see" && move.tokens === null,
  secrets: true,
  celebration: 2600,
};

export default korrigans;
