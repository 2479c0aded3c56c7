import type { GameTable } from "..";
import Board from "./Board.svelte";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import Hand from "./Hand.svelte";
import { words } from "../../words";
import Seat from "./Seat.svelte";
import Speaker from "./Speaker.svelte";
import { Desk } from "./desk.svelte";

const alarun: GameTable = {
  board: Board,
  hand: Hand,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  speaker: Speaker,
  asked: (stage) => (stage.own(Desk).last ? words.alarun.allLie : null),
  // Who is dealt how many cards is always the same; my own cards lie before me.
  quiet: ({ move, about }) => move?.type === "card" && about >= 0,
  secrets: true,
  celebration: 1800,
};

export default alarun;
