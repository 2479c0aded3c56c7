import type { GameTable } from "..";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import Hand from "./Hand.svelte";
import Seat from "./Seat.svelte";
import Speaker from "./Speaker.svelte";

const treasure: GameTable = {
  board: Board,
  hand: Hand,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  speaker: Speaker,
  secrets: true,
  celebration: 2600,
};

export default treasure;
