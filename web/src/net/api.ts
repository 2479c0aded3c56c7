/** The HTTP half of the protocol. */

import type {
  ChanceEvent,
  CreateTable,
  GameList,
  GiveSeat,
  Imported,
  Invite,
  Invited,
  InviteLine,
  Join,
  MakeInvite,
  Me,
  Moments,
  NameWish,
  OneSeat,
  Problem,
  PuzzleInfo,
  PuzzleList,
  RecordList,
  ReviewStanding,
  RulesText,
  Study,
  StudyWish,
  TableInfo,
  TableList,
  Ticket,
  Welcome,
} from "../wire/messages";
import type { MatchRecord } from "../wire/record";

/** The server, or the way to it, said no. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    words: string,
    readonly clause: string | null = null,
  ) {
    super(words);
  }
}

/** Whether nothing was heard of the server, which says nothing about what was asked. */
export function isOffline(error: unknown): boolean {
  return error instanceof Refused && error.code === "offline";
}

/** What says nothing about whether it can be had: it is asked for again. */
const AGAIN = new Set(["offline", "garbled", "busy", "too_much"]);
/** Milliseconds until it is, at first and at most. */
const SOON = 500;
const LATEST = 8_000;

/** Ask until there is an answer, a little later each time; null when nobody wants it any more. `lost` hears why there is none yet. */
export async function patiently<Answer>(
  question: () => Promise<Answer>,
  wanted: () => boolean,
  lost: (why: Refused) => void = () => undefined,
): Promise<Answer | null> {
  for (let patience = SOON; ; patience = Math.min(2 * patience, LATEST)) {
    try {
      const answer = await question();
      return wanted() ? answer : null;
    } catch (error) {
      if (!wanted()) return null;
      if (!(error instanceof Refused && AGAIN.has(error.code))) throw error;
      lost(error);
    }
    await new Promise((over) => setTimeout(over, patience));
    if (!wanted()) return null;
  }
}

/** Milliseconds after which a request that was not answered is as good as lost. */
const PATIENCE = 10_000;

/** Every body that is written anywhere; each request below says which of them is its own. */
type Wish = CreateTable | GiveSeat | Invited | Join | MakeInvite | NameWish | OneSeat | StudyWish;

function ask<Answer, Body extends Wish = never>(method: string, path: string, body?: Body): Promise<Answer> {
  return send(method, path, body === undefined ? undefined : JSON.stringify(body));
}

async function send<Answer>(method: string, path: string, body?: string | Blob): Promise<Answer> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body }),
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
    });
    text = await answer.text();
  } catch {
    throw new Refused("offline", "");
  }
  let told: unknown = null;
  try {
    told = text === "" ? null : JSON.parse(text);
  } catch {
    throw new Refused("garbled", "");
  }
  if (!answer.ok) {
    const problem = told as Partial<Problem> | null;
    throw new Refused(problem?.code ?? `${answer.status}`, problem?.words ?? "", problem?.clause ?? null);
  }
  return told as Answer;
}

export const api = {
  games: () => ask<GameList>("GET", "/api/games"),
  /** Without a version the rules as they are today. */
  rules: (game: string, version: number | null) =>
    ask<RulesText>("GET", `/api/games/${game}/rules${version === null ? "" : `?version=${version}`}`),
  /** Null for somebody new. */
  me: () => ask<Me | null>("GET", "/api/me"),
  name: (name: string) => ask<Me, NameWish>("POST", "/api/me", { name }),
  mine: () => ask<TableList>("GET", "/api/me/tables"),
  records: (offset: number) => ask<RecordList>("GET", `/api/me/records?offset=${offset}`),
  open: () => ask<TableList>("GET", "/api/tables?status=gathering"),
  table: (id: string) => ask<TableInfo>("GET", `/api/tables/${id}`),
  create: (wish: CreateTable) => ask<TableInfo, CreateTable>("POST", "/api/tables", wish),
  join: (id: string, wish: Join) => ask<TableInfo, Join>("POST", `/api/tables/${id}/join`, wish),
  leave: (id: string) => ask<TableInfo>("POST", `/api/tables/${id}/leave`),
  kick: (id: string, seat: number) => ask<TableInfo, OneSeat>("POST", `/api/tables/${id}/kick`, { seat }),
  give: (id: string, seat: number, who: string) =>
    ask<TableInfo, GiveSeat>("POST", `/api/tables/${id}/seat`, { seat, who }),
  start: (id: string) => ask<TableInfo>("POST", `/api/tables/${id}/start`),
  rematch: (id: string) => ask<TableInfo>("POST", `/api/tables/${id}/rematch`),
  record: (id: string) => ask<MatchRecord>("GET", `/api/tables/${id}/record`),
  moments: (id: string, seat: number, since: number) =>
    ask<Moments>("GET", `/api/tables/${id}/moments?seat=${seat}&since=${since}`),
  bring: (record: Blob) => send<Imported>("POST", "/api/records", record),
  imported: (id: string) => ask<Imported>("GET", `/api/records/${id}`),
  momentsOfRecord: (id: string, seat: number, since: number) =>
    ask<Moments>("GET", `/api/records/${id}/moments?seat=${seat}&since=${since}`),
  chance: (id: string) => ask<ChanceEvent[]>("GET", `/api/tables/${id}/chance`),
  ticket: (id: string) => ask<Ticket>("POST", `/api/tables/${id}/ticket`),
  invite: (id: string, group: boolean) => ask<Invite, MakeInvite>("POST", `/api/tables/${id}/invites`, { group }),
  invites: (id: string) => ask<InviteLine[]>("GET", `/api/tables/${id}/invites`),
  takeBack: (id: string, invite: string) => ask<null>("DELETE", `/api/tables/${id}/invites/${invite}`),
  invited: (id: string, invite: string) => ask<Welcome, Invited>("POST", `/api/tables/${id}/invited`, { invite }),
  puzzles: () => ask<PuzzleList>("GET", "/api/puzzles"),
  puzzle: (game: string, id: string) => ask<PuzzleInfo>("GET", `/api/puzzles/${game}/${id}`),
  study: (wish: StudyWish) => ask<Study, StudyWish>("POST", "/api/studies", wish),
  close: (id: string) => ask<TableInfo>("POST", `/api/tables/${id}/close`),
  askReview: (of: Reviewed) => ask<ReviewStanding>("POST", reviewOf(of)),
  review: (of: Reviewed) => ask<ReviewStanding>("GET", reviewOf(of)),
};

/** A match that is looked back on: of a table, or an imported record. */
export type Reviewed = { table: string } | { record: string };

function reviewOf(of: Reviewed): string {
  return "table" in of ? `/api/tables/${of.table}/review` : `/api/records/${of.record}/review`;
}
