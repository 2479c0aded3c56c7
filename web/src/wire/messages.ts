// Made by web/make_types.py from the server's structures: do not edit.

/** Each seat has a bank of seconds, and gets an increment for every decision. */
export interface LiveClock {
  kind: "live";
  bank: number;
  increment: number;
  then: "forfeit" | "move" | "stand_in";
}

/** Each decision may take so many days. */
export interface DaysClock {
  kind: "days";
  days: number;
  then: "forfeit" | "move" | "stand_in";
}

/** Where a table begins that does not begin as its rules say; where nothing is named, from a line of notation. */
export interface Source {
  table: string | null;
  record: string | null;
  at: number | null;
  moves: number | null;
  seat: number | null;
}

/** How a table ended. */
export interface Ending {
  why: "abandoned" | "closed" | "old_rules" | "played" | "resigned";
  scores: number[];
  ranks: number[];
}

/** Where a table begins that does not begin as its rules say: one of `position`, `table` and `record` is named. */
export interface BeginsFrom {
  position?: string | null;
  table?: string | null;
  record?: string | null;
  at?: number | null;
  seat?: number | null;
}

/** POST /api/tables. */
export interface CreateTable {
  game: string;
  seats: string[];
  options?: Record<string, boolean | number | string>;
  public?: boolean;
  rated?: boolean;
  hints?: boolean;
  clock?: LiveClock | DaysClock | null;
  grace?: number | null;
  name?: string | null;
  called?: (string | null)[];
  begins?: BeginsFrom | null;
}

/** POST /api/tables/ID/join. */
export interface Join {
  seat?: number | null;
  invite?: string | null;
  name?: string | null;
  called?: string | null;
  commitment?: string | null;
}

/** A seat that something is done to. */
export interface OneSeat {
  seat: number;
}

/** POST /api/tables/ID/seat: the host gives an open seat to a bot, or takes it back. */
export interface GiveSeat {
  seat: number;
  who: string;
}

/** POST /api/tables/ID/invites. */
export interface MakeInvite {
  seat?: number | null;
  group?: boolean;
}

/** POST /api/tables/ID/invited: whether a link would seat whoever asks. */
export interface Invited {
  invite: string;
}

/** POST /api/me: come in as a guest, or take another name. */
export interface NameWish {
  name: string;
}

/** POST /api/studies: a position, and the moves whose outcome is asked for. */
export interface StudyWish {
  game: string;
  position: string;
  moves?: (string | number)[];
  seat?: number;
  others?: boolean;
  since?: number;
  seed?: number;
}

/** A new invite; its secret is shown this once. */
export interface Invite {
  id: string;
  seat: number | null;
  group: boolean;
  secret: string;
  link: string;
  expires_at: number;
}

/** An invite in the host's list. */
export interface InviteLine {
  id: string;
  seat: number | null;
  group: boolean;
  expires_at: number;
  state: "expired" | "live" | "used";
  seated: number;
}

/** The link would seat whoever asks; any other is refused. */
export interface Welcome {
  seat: number | null;
  group: boolean;
}

/** How strong somebody is at a game, by openskill. */
export interface RatingInfo {
  game: string;
  rating: number;
  mu: number;
  sigma: number;
  played: number;
}

/** Who the server takes one for. */
export interface Me {
  person: string;
  name: string;
  kind: "account" | "bot" | "guest";
  ratings: RatingInfo[];
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  person: string | null;
  name: string | null;
  called: string | null;
  kept_for: string | null;
  bot: string | null;
  stand_in: string | null;
  present: boolean;
  resigned: boolean;
  luck: "none" | "seat" | "server";
  outside: boolean;
  rating: number | null;
}

/** What everybody may know of a table's luck. */
export interface LuckInfo {
  commitment: string;
  seat_commitments: (string | null)[];
  roster: string | null;
  words: string | null;
  entropy: string[] | null;
  secret: string | null;
  taken_back: number;
}

/** A table as everybody may see it; GET /api/tables/ID. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  rules_version: number;
  options: Record<string, boolean | number | string>;
  goal: string;
  public: boolean;
  rated: boolean;
  hints: boolean;
  clock: LiveClock | DaysClock | null;
  grace: number | null;
  status: "gathering" | "locked" | "over" | "playing";
  host: string;
  seats: SeatInfo[];
  mine: number[];
  asked: number[];
  may_sit: boolean;
  sent_away: boolean;
  actor: number;
  ply: number;
  seq: number;
  luck: LuckInfo;
  ending: Ending | null;
  rematch: string | null;
  source: Source | null;
  created_at: number;
  frozen: boolean;
}

/** A seat in a list of tables. */
export interface SummarySeat {
  name: string | null;
  bot: string | null;
  kept_for: string | null;
  called: string | null;
  resigned: boolean;
}

/** A table in a list. */
export interface TableSummary {
  id: string;
  game: string;
  status: "gathering" | "locked" | "over" | "playing";
  seats: SummarySeat[];
  actor: number;
  ply: number;
  created_at: number;
  changed_at: number;
  clock: LiveClock | DaysClock | null;
  host: string | null;
  hosted: boolean;
  my_turn: boolean;
  asked: boolean;
  resigned: boolean;
}

/** GET /api/tables and GET /api/me/tables, the newest first. */
export interface TableList {
  tables: TableSummary[];
  more: boolean;
}

/** A named variant of a game. */
export interface OptionInfo {
  name: string;
  values: (boolean | number | string)[];
  meaning: string;
  title: string;
  says: string[];
}

/** A bot as a person meets it at a table of one game. */
export interface BotInfo {
  bot: string;
  names: string[];
  says: string;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  credit: string;
  seats: number[];
  options: OptionInfo[];
  bots: BotInfo[];
  version: number;
}

/** GET /api/games. */
export interface GameList {
  games: GameInfo[];
  bots: string[];
}

/** A position of a rulebook, as whoever decides in it sees it, or a watcher where nobody does. */
export interface RulesPicture {
  position: string;
  seat: number;
  actor: number;
  view: unknown;
}

/** GET /api/games/NAME/rules. */
export interface RulesText {
  text: string;
  pictures: RulesPicture[];
}

/** One draw of a match that is over, with the odds it had: whoever has the key draws it again. */
export interface ChanceEvent {
  legal: number[];
  odds: number[];
  action: number;
}

/** POST /api/tables/ID/ticket: lets one socket in, once, within a minute. */
export interface Ticket {
  ticket: string;
}

/** What every refused request is answered with. */
export interface Problem {
  code: string;
  words: string;
  clause: string | null;
}

/** POST /api/records and GET /api/records/ID: a record from elsewhere. */
export interface Imported {
  id: string;
  game: string;
  title: string;
  rules_version: number;
  options: Record<string, boolean | number | string>;
  goal: string;
  seats: number;
  who: string[];
  actions: number;
  scores: number[] | null;
  ranks: number[] | null;
  luck: "none" | "unrevealed" | "verified";
  imported: true;
  imported_at: number;
}

/** A record in the list of those that somebody brought. */
export interface ImportedLine {
  id: string;
  game: string;
  title: string;
  seats: number;
  who: string[];
  imported_at: number;
}

/** GET /api/me/records: those that I brought, the newest first. */
export interface RecordList {
  records: ImportedLine[];
  more: boolean;
}

/** The first message: whose eyes to look through, and what is known already. */
export interface Hello {
  type: "hello";
  seat?: number | null;
  since?: number;
  ticket?: string;
  changes?: boolean;
  rows?: boolean;
}

/** Play a legal action for the seat one looks through. */
export interface Play {
  type: "play";
  id: string;
  ply: number;
  action: number | string;
  seq?: number | null;
}

/** Go back to how the match stood after so many actions; at once where it is free, else everybody is asked. */
export interface Undo {
  type: "undo";
  id: string;
  ply: number;
}

/** Yes or no to somebody who asks to go back. */
export interface Answer {
  type: "answer";
  id: string;
  question: number;
  yes: boolean;
}

/** I have read what the table waits for me to read. */
export interface GoOn {
  type: "on";
  id: string;
  pause: number;
}

/** Give up; a bot plays the seat to the end if others play on. */
export interface Resign {
  type: "resign";
  id: string;
}

/** Take the seat back from the bot that stands in. */
export interface ComeBack {
  type: "return";
  id: string;
}

/** fairluck1, step 2, for a seat of one's own. */
export interface Commit {
  type: "commit";
  id: string;
  seat: number;
  commitment: string;
}

/** fairluck1, step 4, for a seat of one's own. */
export interface OpenEntropy {
  type: "open";
  id: string;
  seat: number;
  entropy: string;
}

/** One line of plain text to everybody at the table. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

/** Hear somebody's chat no more, or again. */
export interface Mute {
  type: "mute";
  id: string;
  person: string;
  muted: boolean;
}

/** Ask what a strong bot would do in this seat. */
export interface AskHint {
  type: "hint";
  id: string;
}

/** Ask why a wish is not legal now. */
export interface Why {
  type: "why";
  id: string;
  wish: number | string;
}

/** Look through the eyes of another seat of one's own (several seats on one device). */
export interface Look {
  type: "look";
  seat?: number | null;
  since?: number;
}

/** Ask for the time. */
export interface Ping {
  type: "ping";
}

/** One action as one viewer sees it. */
export interface Happening {
  ply: number;
  actor: number;
  glimpse: number;
  line: string;
  about: number;
  move: unknown;
  event?: number | null;
  seal?: string | null;
  salt?: string | null;
  seals?: string | null;
  salts?: string | null;
}

/** One entry of the table's log as one viewer sees it. */
export interface Seen {
  seq: number;
  at: number;
  kind: string;
  seat?: number | null;
  name?: string | null;
  bot?: string | null;
  by?: string | null;
  ply?: number | null;
  yes?: boolean | null;
  seats?: number[] | null;
  happened?: Happening[];
  undone?: string[];
  ending?: Ending | null;
  table?: string | null;
}

/** Something that may be played now. */
export interface LegalMove {
  action: number;
  move: unknown;
}

/** How far one may go back. */
export interface Undoable {
  free: number[];
  ask: number | null;
}

/** Somebody asks to go back; every other person at the table answers. */
export interface PendingQuestion {
  seq: number;
  seat: number;
  ply: number;
  lines: string[];
  waiting: number[];
  luck: boolean;
}

/** Something was judged or laid open: until it is read nobody plays, no bot decides and no clock runs. */
export interface Pause {
  seq: number;
  waiting: number[];
  until: number;
}

/** How the match stands for one viewer. */
export interface MatchStanding {
  seat: number;
  ply: number;
  actor: number;
  view: unknown;
  since: number | null;
  prompt: string;
  legal: LegalMove[];
  undo: Undoable | null;
  question: PendingQuestion | null;
  banks: number[] | null;
  deadline: number | null;
  pause: Pause | null;
}

/** Entries of the log in order, and, in the last message of a row, how everything stands after them. */
export interface Update {
  type: "update";
  seq: number;
  hash: string;
  entries: Seen[];
  table: TableInfo | null;
  now: MatchStanding | null;
  more: boolean;
}

/** It is done and kept for good; `seq` and `hash` are of the entry that keeps it, if there is one. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number | null;
  hash: string | null;
}

/** It cannot be done, and nothing has changed. */
export interface WishRefused {
  type: "refused";
  id: string | null;
  code: string;
  words: string;
  clause: string | null;
}

/** One line of chat. */
export interface ChatLine {
  type: "chat";
  number: number;
  at: number;
  person: string;
  name: string;
  text: string | null;
}

/** A seat whose person has gone, and when a bot will stand in. */
export interface Away {
  seat: number;
  stand_in_at: number;
}

/** Who is connected, and who will be replaced when. */
export interface Presence {
  type: "presence";
  seats: number[];
  watchers: number;
  away: Away[];
}

/** One good move. */
export interface HintLine {
  action: number;
  move: unknown;
  share: number;
  rank: number;
  words: string;
}

/** What a strong bot would do: the best move, and all that it thought well of, the best first. */
export interface HintAnswer {
  type: "hint";
  id: string;
  action: number;
  move: unknown;
  words: string;
  then: unknown;
  hints: HintLine[];
}

/** Why a wish is not legal; without a clause it is legal, or simply not one's turn. */
export interface Because {
  type: "because";
  id: string;
  legal: boolean;
  words: string;
  clause: string | null;
}

/** The server's time. */
export interface Pong {
  type: "pong";
  at: number;
}

/** The server closes this socket; come back after so many seconds. */
export interface Closing {
  type: "closing";
  why: string;
  retry: number;
}

/** How the match stood for one viewer after an entry that changed it. */
export interface Moment {
  seq: number;
  entries: Seen[];
  now: MatchStanding;
}

/** GET …/moments: some moments in a row, through the eyes of a seat. */
export interface Moments {
  seat: number;
  count: number;
  moments: Moment[];
}

/** A figure and the interval that holds the true one in 95 of 100 cases. */
export interface Between {
  mean: number;
  low: number;
  high: number;
}

/** How the match stood at a ply. */
export interface CurvePoint {
  ply: number;
  cause: number;
  chances: Between[];
}

/** How a seat came from its first chance to its last: start + luck + own + others = end. */
export interface Balance {
  seat: number;
  start: number;
  luck: Between;
  own: Between;
  others: Between;
  end: number;
}

/** A move with what speaks for it, in words that are true of what the seat knew. */
export interface ReviewedMove {
  action: number;
  move: string;
  line: string;
  why: string;
}

/** A decision after which a seat was less likely to win than after another one. */
export interface TurningPoint {
  ply: number;
  seat: number;
  played: ReviewedMove;
  better: ReviewedMove;
  gain: Between;
}

/** What can be said about a match afterwards; docs/reference/review.md says how it is found. */
export interface MatchReview {
  effort: number;
  is_over: boolean;
  deciders: number[];
  moments: number[];
  curve: CurvePoint[];
  balances: Balance[];
  turning_points: TurningPoint[];
}

/** POST and GET …/review: how far the review of a match is, and once it is made the review. */
export interface ReviewStanding {
  state: "failed" | "made" | "running" | "unasked" | "waiting";
  ahead: number;
  share: number;
  part: "chances" | "decisions" | "turning points";
  words: string | null;
  review: MatchReview | null;
}

/** One decision with the chance after it, and how the position stands then. */
export interface StudyStep {
  made: number;
  happened: Happening[];
  now: MatchStanding;
  texts: string[];
}

/** POST /api/studies: what comes of a position and some moves, through the eyes of a seat. */
export interface Study {
  seats: number;
  options: Record<string, boolean | number | string>;
  rules_version: number;
  goal: string;
  steps: StudyStep[];
  refused: Problem | null;
}

/** Which puzzle. */
export interface PuzzleName {
  game: string;
  id: string;
}

/** The puzzles of one game, in the order in which they are set. */
export interface PuzzleSet {
  game: string;
  title: string;
  ids: string[];
}

/** GET /api/puzzles. */
export interface PuzzleList {
  today: PuzzleName;
  games: PuzzleSet[];
}

/** GET /api/puzzles/GAME/ID: a position, a question, and every line that answers it. */
export interface PuzzleInfo {
  game: string;
  id: string;
  position: string;
  seat: number;
  question: string;
  lines: string[][];
  explanation: string;
  clauses: string[];
}

export type TableClock = LiveClock | DaysClock;

export type Said = Hello | Play | Undo | Answer | GoOn | Resign | ComeBack | Commit | OpenEntropy | Chat | Mute | AskHint | Why | Look | Ping;

export type Told = Update | Ack | WishRefused | ChatLine | Presence | HintAnswer | Because | Pong | Closing;

export type Status = "gathering" | "locked" | "over" | "playing";
