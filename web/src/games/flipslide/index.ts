import type { GameTable } from "..";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import Seat from "./Seat.svelte";
import Speaker from "./Speaker.svelte";

const flipslide: GameTable = {
  board: Board,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  speaker: Speaker,
  // Picking a tile up, or the first half of turning one up, is half a move: the log tells of the whole one.
  quiet: ({ move, actor }) => move?.type === "slide" || (move?.type === "flip" && actor < 0),
  secrets: false,
  celebration: 3800,
};

export default flipslide;
