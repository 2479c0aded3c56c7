import type { GameTable } from "..";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import type { AnyMove } from "../../wire/flipslide";
import { plain } from "./plain";
import Seat from "./Seat.svelte";

const flipslide: GameTable = {
  board: Board,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  plain,
  // Picking a tile up is half a move: the log tells of the whole one.
  quiet: (happening) => (happening.move as AnyMove | null)?.type === "slide",
  secrets: false,
  celebration: 3800,
};

export default flipslide;
