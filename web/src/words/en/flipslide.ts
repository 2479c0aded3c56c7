import { count } from "./count";

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
  clovers: (number: number) => count(number, "clover left", "clovers left"),
};
