import type { GameTable } from "..";
import { words } from "../../words";
import Board from "./Board.svelte";
import type { KorrigansStage } from "./choices";
import Facts from "./Facts.svelte";
import Finale from "./Finale.svelte";
import Hand from "./Hand.svelte";
import { fieldOf } from "./map";
import Seat from "./Seat.svelte";
import Speaker from "./Speaker.svelte";

/** The dash lies beside the hand, with all its numbers: the prompt need not say them again. */
function asked(stage: KorrigansStage): string | null {
  const { cauldron } = stage.told;
  const rides = stage.myTurn && stage.told.dash !== null && stage.legal.some(({ move }) => move.type === "move");
  return rides && cauldron !== null ? words.korrigans.dashTo(fieldOf(cauldron).name) : null;
}

const korrigans: GameTable = {
  board: Board,
  hand: Hand,
  facts: Facts,
  seat: Seat,
  finale: Finale,
  speaker: Speaker,
  asked,
  // That somebody looks is told again by what is kept; one's own look stays, for it says what was there.
  quiet: ({ move }) => move?.type === "see" && move.tokens === null,
  secrets: true,
  celebration: 2600,
};

export default korrigans;
