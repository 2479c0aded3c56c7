import type { GameTable } from "..";
import Board from "./Board.svelte";

const flipslide: GameTable = { board: Board, secrets: false, celebration: 3600 };

export default flipslide;
