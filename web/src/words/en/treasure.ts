import { count, numeral } from "./count";

export const treasure = {
  dealtAnew: "the colour cards and hands of the others",
  secret: (colour: string | null) => `Bring ${colour ?? "your hunter"} to the chest`,
  peek: "Tap to see which",
  cover: "Tap to cover it",
  yours: ", yours",
  ranking: "The race",
  toGo: (squares: number) => `${squares} to go`,
  there: "at the chest",
  dice: (one: number, two: number) => `Dice: ${one} and ${two}, together ${one + two}`,
  bank: (cards: number) => count(cards, "card in the bank", "cards in the bank"),
  played: "played",
  card: (colour: string, mark: number) => `${colour}, ${mark} ${mark === 1 ? "run" : "runs"}`,
  playCard: (colour: string, mark: number, end: string) => `Play ${colour} ×${mark}: it stops on ${end}`,
  runs: (mark: number) => `×${mark}`,
  whirl: "whirl",
  feather: "feather",
  treasure: "the treasure",
  start: "Start",
  square: (square: number) => `square ${square}`,
  again: "Tap again to play:",
  choose: "Choose the hunter that changes places.",
  wouldChange: (whirled: string, there: number, other: string, its: number) =>
    `${whirled} to square ${there}, ${other} to square ${its}`,
  drag: "Choose a card, or drag it onto the map.",
  exchange: (colour: string, its: number, whirled: string, there: number) =>
    `Change places with ${colour}: ${whirled} goes to square ${there}, ${colour} to square ${its}`,
  figure: (colour: string, square: number) => `The ${colour} hunter on square ${square}`,
  backed: (who: string, colour: string) => `${who} backed ${colour}`,
  scenes: (of: { hunters: number; cards: number }) => [
    {
      title: "The goal",
      says: `Of ${numeral(of.hunters)} hunters one is secretly yours. You win if it is the first at the chest.`,
    },
    {
      title: "Your turn",
      says: `Throw the dice and play one of your ${numeral(of.cards)} cards. Its hunter runs as often as the card says, by the sum of the dice each time.`,
    },
    {
      title: "Feathers and whirls",
      says: "A hunter that stops on a feather runs once more. On a whirl it changes places with another one, which you choose.",
    },
    {
      title: "The end",
      says: "When a hunter is at the chest all colour cards are shown, and whoever backed it wins. Should all cards be played before that, the hunter furthest along counts.",
    },
  ],
  map: "The map: a spiral from the start to the chest",
};
