import { count, numeral } from "./count";

export const flipslide = {
  patch: "The patch of tiles",
  hidden: "Still hidden",
  hiddenOf: (colour: string, number: number) => `${number} ${colour} still hidden`,
  clover: "clover, face down",
  closed: "closed",
  closedBy: (who: string) => `closed: just slid by ${who}`,
  rabbit: (who: string) => `the rabbit of ${who}`,
  at: (place: string) => `on ${place}`,
  flip: "flip",
  slide: "slide",
  here: "slide here",
  placeHere: "place the rabbit here",
  jumpHere: "jump here",
  steps: (number: number) => count(number, "step", "steps"),
  putBack: "Put back",
  pass: "Pass",
  action: (action: number, of: number) => `action ${action} of ${of}`,
  previous: "no jump back here",
  /** What to play for, short enough to stand beside the board at all times. */
  aim: (red: boolean, alone: boolean) =>
    `Red to violet, ${red ? "the red one " : ""}touching your rabbit${alone ? ", before the last clover" : ""}`,
  deadEnd: "no jump would be left",
  chain: (length: number, whole: number) => `Longest run: ${length} of ${whole}`,
  lastClover: "The last clover",
  lastFlip: "This is the last clover. Flipping it loses, whatever it shows.",
  flipAnyway: "Flip it all the same",
  rainbow: "A rainbow",
  notPlaced: "not on the table yet",
  scenes: (of: { colours: number; actions: number; alone: number }) => [
    {
      title: "The goal",
      says: `Make a rainbow at your rabbit: ${numeral(of.colours)} tiles that touch one after the other, red to violet.`,
    },
    {
      title: "Your turn",
      says: `You take ${numeral(of.actions)} actions, each a flip or a slide. A flip turns up a clover at the rim. Alone you take ${numeral(of.alone)}, and then your rabbit jumps.`,
    },
    {
      title: "A slide",
      says: "It moves a tile that is face up, or your own rabbit, round the patch, which must stay in one piece. What the player before you slid is closed to you.",
    },
    {
      title: "The end",
      says: "An action of yours that leaves a rainbow at your rabbit wins at once. Alone you must get there before the last clover is flipped.",
    },
  ],
  clovers: (number: number) => count(number, "clover left", "clovers left"),
};
