import { count } from "./count";

const animals: Record<string, string> = {
  hare: "hare",
  squirrel: "squirrel",
  mouse: "mouse",
  mole: "mole",
  frog: "frog",
  bird: "bird",
};
const ORDINALS: Record<number, string> = { 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth" };
const colours: Record<string, string> = {
  yellow: "yellow broom",
  pink: "pink heather",
  green: "green fern",
  blue: "blue flax",
  stone: "cobbles",
};

export const korrigans = {
  dealtAnew: "the clovers behind the screens of the others, and those on fields that this seat has not looked at",
  scenes: (of: { colours: number; one: number; both: number }) => [
    {
      title: "The goal",
      says: "Have the most gold at the end: coins from the fields, gold behind menhirs, and what the Cauldron brings.",
    },
    {
      title: "Your turn",
      says: "Ride one of your Korrigans to another field with an animal that you own. The hare takes paths, and each animal has a way of its own.",
    },
    {
      title: "Clovers",
      says: "There you look at all clovers in secret and keep one: a coin, or another animal. Whoever takes the last one turns over the menhir.",
    },
    {
      title: "The end",
      says: `Pawns of the rainbow narrow the map. With the ${ORDINALS[of.colours] ?? `${of.colours}th`} colour the Cauldron comes, and everybody dashes there: one Korrigan brings ${of.one} gold, both bring ${of.both}.`,
    },
  ],
  map: "The map: seventeen fields under seven suns and seven clouds",
  movers: "Korrigans on the map",
  animals,
  /** How each animal travels. */
  ways: {
    hare: "The hare runs along a path to the next field.",
    squirrel: "The squirrel slips through a door in a hedge.",
    mouse: "The mouse crosses a bridge.",
    mole: "The mole digs from molehill to molehill, under the Troll's feet.",
    frog: "The frog leaps from pontoon to pontoon; no Troll stops it.",
    bird: "The bird flies to any field of the same colour; no Troll stops it.",
  } as Record<string, string>,
  /** The same in one word. */
  by: {
    hare: "paths",
    squirrel: "doors",
    mouse: "bridges",
    mole: "molehills",
    frog: "pontoons",
    bird: "colours",
  } as Record<string, string>,
  fields: (fields: number) => (fields === 0 ? "no field" : count(fields, "field", "fields")),
  gold: (gold: number) => `${gold} gold`,
  inTheEnd: "at the end",
  coin: (gold: number) => `A coin worth ${gold} gold at the end.`,
  colours,
  clovers: (number: number) => (number === 0 ? "no clovers left" : count(number, "clover", "clovers")),
  menhir: "a menhir stands here",
  molehill: "molehill",
  pontoon: "pontoon",
  cauldronHere: "the Cauldron stands here",
  candidate: "the Cauldron may still come down here",
  // Rides
  korrigan: (who: string, field: string) => `A korrigan of ${who} on ${field}`,
  bears: { elf: "bears an Elf", goblin: "bears a Goblin" } as Record<string, string>,
  pick: (field: string) => `Pick your korrigan on ${field}`,
  rideHere: (animals: string) => `ride here with ${animals}`,
  or: " or ",
  placeHere: "place your korrigan here",
  cauldronDown: "let the Cauldron come down here",
  how: (field: string) => `To ${field} with`,
  from: (field: string) => `from ${field}`,
  shows: "shows it to all",
  spends: "is spent",
  putBack: "Not there",
  giveGoblin: (who: string) => `Give the Goblin to ${who}`,
  trollHere: (one: string, other: string) => `Put the Troll between ${one} and ${other}`,
  troll: (one: string, other: string) => `The Troll stands between ${one} and ${other}`,
  // Rainbow
  putOn: (kind: "sun" | "cloud", number: number) =>
    kind === "sun"
      ? `Put the pawn on sun ${number}: row ${number} is out`
      : `Put the pawn on cloud ${number}: column ${number} is out`,
  strip: (kind: "sun" | "cloud", number: number, pawn: string) =>
    `${kind === "sun" ? "Sun of row" : "Cloud of column"} ${number}, ${pawn ? `${pawn} pawn: out` : "free"}`,
  bag: (pawns: number) => `${count(pawns, "pawn", "pawns")} in the bag`,
  drawn: (colour: string) => `A ${colour} pawn is drawn`,
  rainbow: "The rainbow",
  round: (round: number) => (round === 0 ? "before round 1" : `round ${round}`),
  arcs: (colour: string, left: number, seen: boolean) =>
    `${colour}: ${seen ? "seen" : "not seen yet"}, ${left} still in the bag`,
  newColour: "New colour: a row is out. Seen before: a column is out.",
  seventh: "The seventh colour brings the Cauldron.",
  cloudsLeft: (clouds: number) =>
    clouds === 1 ? "One more cloud, and no more rides." : `After ${clouds} more clouds no more rides.`,
  noMoreRides: "Five clouds: only pawns until the Cauldron.",
  finalDash: "The final dash: each ride costs its animal.",
  menhirsLeft: "Menhirs that still stand",
  menhirs: {
    leprechaun: "Leprechaun: another seat loses its screen",
    goblin: "Goblin: 2 gold less; it moves on when its bearer rides to others",
    elf: "Elf: 2 gold more; whoever rides to its bearer takes it",
    troll: "Troll: closes a path, a door or a bridge",
    fairy: "Fairy: one more ride",
    gold: "Gold: 1, 2 or 3 at the end",
  } as Record<string, string>,
  menhirNames: {
    leprechaun: "Leprechaun",
    goblin: "Goblin",
    elf: "Elf",
    troll: "Troll",
    fairy: "Fairy",
  } as Record<string, string>,
  // My things
  screen: "Behind your screen",
  noScreen: "Your screen is gone: all see this",
  inFront: "Shown to all",
  spent: "spent",
  nothing: "nothing yet",
  backup: "Backup",
  backupOf: (animal: string) => `Backup: ${animal}, for good`,
  // Gathering
  tray: (field: string) => `Keep one clover of ${field}`,
  private: "Only you see these. The others go back face down, mixed.",
  trayOpen: "What you see stays your secret, but all will see what you keep: your screen is gone.",
  keep: (what: string) => `Keep: ${what}`,
  lastOne: "It is the last clover: the menhir is turned over.",
  warnNone: "No animal yet: without one you must sacrifice a clover.",
  warnNoneHere: "No animal here or in your hand: you will have to sacrifice a clover.",
  warnLater: "No animal yet: your second korrigan should find one.",
  // Sacrifice
  sacrifice: "Sacrifice…",
  sacrificeTitle: "Sacrifice a clover for a Backup",
  sacrificeWhy:
    "Once a game: one clover from behind your screen leaves the game, unseen by the others. You get a Backup that runs as a hare or slips through doors as a squirrel, for good.",
  give: "What you give up",
  take: "What you get, for good",
  the: (animal: string) => `the ${animal}`,
  confirm: (token: string, animal: string) => `Give up ${token}, take a ${animal}`,
  chooseBoth: "Choose a clover and a side",
  cancel: "Keep everything",
  // Plain decisions
  pass: "Pass",
  decline: "Decline the Fairy",
  end: "End my turn",
  stopWith: (animals: number) => `Stop here (${animals} left)`,
  stopTitle: "Stop although more gold is in reach?",
  stopWhy: (inReach: number, now: number) =>
    `Your animals can still bring you ${inReach} gold at the Cauldron. If you stop here, it brings you ${now || "none"}.`,
  rideOn: "Ride on",
  dashTo: (field: string) => `Ride to the Cauldron on ${field}; each ride costs its animal. Or stop.`,
  oneThere: "One there:",
  bothThere: "Both there:",
  ridesAway: (rides: number | null) =>
    rides === null ? "out of reach" : rides === 0 ? "reached" : `${count(rides, "ride", "rides")} away`,
  takeScreen: (who: string) => `Take the screen of ${who}`,
  // Memory
  lastLook: (round: number) => (round === 0 ? "Your look at the start" : `Your last look, round ${round}`),
  youTook: (what: string) => `you took ${what}`,
  since: (names: string) => `Taken since: ${names}`,
  sinceNobody: "Nobody has taken any since.",
  neverLooked: "You have not looked here.",
  // Seats and end
  stash: (size: number) => `${count(size, "clover", "clovers")} behind the screen`,
  openStash: (size: number) => `${count(size, "clover", "clovers")}, no screen`,
  animalsShown: "Animals shown",
  goldOf: (who: string) => `The gold of ${who}`,
  parts: {
    coins: "Coins",
    menhirs: "Gold menhirs",
    elves: "Elf",
    goblins: "Goblin",
    cauldron: "At the Cauldron",
  } as Record<string, string>,
  hidden: "hidden",
  total: "Gold in all",
  counted: "The gold is counted",
  part: "Part",
  animalsLeft: "Animals left",
  tieBreak: "Equal gold: more animals left wins, then the later seat.",
  both: "15 for both korrigans at the Cauldron, 10 for one.",
};
