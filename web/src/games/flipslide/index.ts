import type { GameTable } from "..";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import { plain } from "./plain";
import Seat from "./Seat.svelte";

const flipslide: GameTable = {
  board: Board,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  plain,
  secrets: false,
  celebration: 3800,
};

export default flipslide;
