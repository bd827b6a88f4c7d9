/** The HTTP API of the server: one function for each request, one error class for each kind of failure. */

import type {
  BoardMap, ChatLine, Chart, Committed, DiaryPage, Inspection, Invitation, Breakdown, LessonCard, LogLine, Move, NewGame, NewInvitation, NewLesson, NewOffer, NewTable, Notice, Odds, Refusal, RulePage, ScenarioCard, Table, TakenSeat, WayPicture, WhyNot,
} from "./types";

/** The server refused a request, with a sentence. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.words);
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {}

const TIMEOUT = 20_000; // milliseconds until a silent server counts as unreachable

type Query = Record<string, string | number | undefined>;

interface Asking {
  token?: string | null;
  query?: Query;
  body?: unknown;
  method?: "GET" | "POST" | "PUT";
  timeout?: number;
}

let language = "en";

/** Request all texts in this language from now on. */
export function speak(wanted: string): void {
  language = wanted;
}

export function spoken(): string {
  return language;
}

export function address(path: string, query: Query = {}): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value));
  const text = asked.toString();
  return `/api/${path}${text ? `?${text}` : ""}`;
}

/** Send a request; throws `Refused` or `Unreachable`. */
export async function ask<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": language };
  if (asking.token) headers.Authorization = `Bearer ${asking.token}`;
  if (asking.body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(address(path, asking.query), {
      method: asking.method ?? (asking.body === undefined ? "GET" : "POST"),
      headers,
      body: asking.body === undefined ? undefined : JSON.stringify(asking.body),
      signal: AbortSignal.timeout(asking.timeout ?? TIMEOUT),
    });
  } catch (fault) {
    throw new Unreachable(String(fault));
  }
  if (!response.ok) throw await refusalOf(response);
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as Answer;
}

/** The error of an unsuccessful response: a refusal with a sentence, or an unusable answer. */
async function refusalOf(response: Response): Promise<Error> {
  try {
    const refusal = (await response.json()) as Refusal;
    if (typeof refusal.words === "string") return new Refused(refusal, response.status);
  } catch {
    // not JSON: from a proxy, or a server that is shutting down
  }
  return new Unreachable(`${response.status}`);
}

const under = (game: string, rest = ""): string => `games/${encodeURIComponent(game)}${rest}`;

export const api = {
  scenarios: () => ask<ScenarioCard[]>("scenarios"),
  charts: (scenario: string) => ask<Chart[]>(`scenarios/${scenario}/charts`),
  lessons: () => ask<LessonCard[]>("lessons"),
  lesson: (lesson: NewLesson) => ask<NewTable>("lessons", { body: lesson }),
  create: (game: NewGame) => ask<NewTable>("games", { body: game }),
  table: (game: string, token: string | null) => ask<Table>(under(game), { token }),
  map: (game: string, token: string | null) => ask<BoardMap>(under(game, "/map"), { token }),
  log: (game: string, token: string | null, since: number) => ask<LogLine[]>(under(game, "/log"), { token, query: { since } }),
  move: (game: string, token: string, move: Move) => ask<Committed>(under(game, "/moves"), { token, body: move }),
  forecast: (game: string, token: string | null, action: string, seq?: number, party?: string) =>
    ask<Breakdown | null>(under(game, "/forecast"), { token, query: { action, seq, party } }),
  odds: (game: string, token: string | null, action: string, party?: string) =>
    ask<Odds>(under(game, "/odds"), { token, query: { action, party }, timeout: 60_000 }),
  why: (game: string, token: string | null, about: { place?: string; piece?: string; action?: string }) =>
    ask<WhyNot>(under(game, "/why"), { token, query: about }),
  way: (game: string, token: string | null, action: string) => ask<WayPicture | null>(under(game, "/way"), { token, query: { action } }),
  inspect: (game: string, token: string | null, what: string, piece: string) =>
    ask<Inspection>(under(game, "/inspect"), { token, query: { what, piece } }),
  diary: (game: string, token: string | null) => ask<DiaryPage[]>(under(game, "/diary"), { token }),
  offer: (game: string, token: string, offer: NewOffer) => ask<unknown>(under(game, "/offers"), { token, body: offer }),
  takeAgain: (game: string, token: string) => ask<Committed>(under(game, "/seat"), { token, body: {} }),
  invitation: (game: string, invitation: string) => ask<Invitation>(under(game, "/invitation"), { body: { invitation } }),
  takeSeat: (game: string, token: string | null, invitation: string, key: string) => ask<TakenSeat>(under(game, "/invitation/seat"), { token, body: { invitation, key } }),
  invite: (game: string, token: string, seat: string) => ask<NewInvitation>(under(game, "/invitations"), { token, body: { seat } }),
  withdraw: (game: string, token: string, seat: string) => ask<Committed>(under(game, "/invitations/withdraw"), { token, body: { seat } }),
  answer: (game: string, token: string, kind: string, yes: boolean) =>
    ask<unknown>(under(game, `/offers/${kind}`), { token, body: { yes } }),
  chat: (game: string, token: string | null, since: number) => ask<ChatLine[]>(under(game, "/chat"), { token, query: { since } }),
  say: (game: string, token: string | null, text: string) => ask<ChatLine>(under(game, "/chat"), { token, body: { text } }),
  call: (game: string, token: string, name: string) => ask<{ name: string }>(under(game, "/name"), { token, body: { name }, method: "PUT" }),
  advise: (game: string, token: string, about: string, word: string) => ask<Committed>(under(game, "/advice"), { token, body: { about, word }, method: "PUT" }),
  note: (game: string, token: string) => ask<{ text: string }>(under(game, "/note"), { token }),
  writeNote: (game: string, token: string, text: string) =>
    ask<unknown>(under(game, "/note"), { token, body: { text }, method: "PUT" }),
  notices: (game: string, token: string) => ask<Notice[]>(under(game, "/notices"), { token }),
  leaveNotice: (game: string, token: string, notice: Notice) =>
    ask<Notice[]>(under(game, "/notices"), { token, body: notice, method: "PUT" }),
  rule: (id: string) => ask<RulePage>(`rules/${encodeURIComponent(id)}`),
  rematch: (game: string, token: string) => ask<NewTable>(under(game, "/rematch"), { token, body: {} }),
};
