// The lobby's endpoints, typed. The guest's token is created on first use.
import type {
  AwaitingTables,
  ListedTable,
  Challenge,
  DailyDeal,
  Dailies,
  DealStory,
  Evening,
  TournamentRequest,
  EventNames,
  EventPage,
  FairVerdict,
  Guest,
  Catalogue,
  CompanyRequest,
  HotSeat,
  HotSeatRequest,
  HouseRules,
  HowToPlay,
  Lesson,
  Created,
  MatchStory,
  Network,
  Pairing,
  PlayFromRequest,
  Practice,
  PracticeAnswer,
  PracticeDue,
  PracticePosition,
  PushRequest,
  PushKey,
  Review,
  Rules,
  RulesRequest,
  TableRequest,
  Tables,
  Trouble,
} from "../wire";
import { at } from "./base";
import { guestOr, guestToken } from "./guest";
import { language } from "./language";
import { t } from "./messages";
import { refusalText, type Refusal } from "./refusals";

/** Milliseconds until a request fails, because a silent network gives no answer; shorter or longer for some requests. */
const LIMIT = 30_000;
const LIMITS = { guests: 8_000, "me/export": 600_000 } as Record<string, number>;

let catalogueAnswer: Promise<Catalogue> | null = null;

/** The server's refusal; `status` is 0 if it did not answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.text);
  }
}

/** Returns the token of this browser's guest; creates it if there is none. */
export function becomeGuest(): Promise<string> {
  return guestOr(async () => (await ask<Guest>("POST", "guests", undefined, "nobody")).token);
}

/** Identity of a request: none, the guest if there is one, or the guest, created if necessary. */
type Caller = "nobody" | "anyone" | "guest";

type Method = "GET" | "POST" | "DELETE";

/** Returns the server's answer; throws `ApiError` if it refuses. */
export async function request(
  method: Method,
  path: string,
  body: unknown,
  caller: Caller,
  cache: RequestCache = "no-store",
): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": language };
  const who = caller === "guest" ? await becomeGuest() : caller === "anyone" ? guestToken() : null;
  if (who) headers.Authorization = `Bearer ${who}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const signal = AbortSignal.timeout(LIMITS[path] ?? LIMIT);
  const init: RequestInit = { method, headers, cache, signal };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(at(`api/${path}`), init).catch(() => {
    throw new ApiError(0, { text: t("common.unreachable") });
  });
  if (!answer.ok) throw new ApiError(answer.status, await refusal(answer));
  return answer;
}

export async function ask<T>(
  method: Method,
  path: string,
  body?: unknown,
  caller: Caller = "anyone",
): Promise<T> {
  return (await request(method, path, body, caller)).json() as Promise<T>;
}

async function refusal(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => null)) as Partial<Trouble> | null;
  const { detail, key = null, params = {} } = body ?? {};
  return typeof detail === "string" ? { text: detail, key, params } : { text: t("common.trouble") };
}

/** Returns the games and the bots; requested once. */
export function catalogue(): Promise<Catalogue> {
  catalogueAnswer ??= ask<Catalogue>("GET", "house").catch((error: unknown) => {
    catalogueAnswer = null;
    throw error;
  });
  return catalogueAnswer;
}

const id = encodeURIComponent;

export type EventAct = "join" | "leave" | "remove" | "settings" | "start" | "end" | "substitute";

export const api = {
  rules: (game: string, body: RulesRequest) => ask<Rules>("POST", `games/${id(game)}/rules`, body, "nobody"),
  howToPlay: (game: string) => ask<HowToPlay>("GET", `games/${id(game)}/how-to-play`, undefined, "nobody"),
  houseRules: async (game: string): Promise<HouseRules> =>
    (await request("GET", `games/${id(game)}/house-rules`, undefined, "nobody", "default")).json(),
  lesson: (game: string) => ask<Lesson>("GET", `games/${id(game)}/lesson`),
  pushKey: () => ask<PushKey>("GET", "push"),
  push: (body: PushRequest) => request("POST", "me/push", body, "guest"),
  endPush: (endpoint: string) => request("DELETE", `me/push?endpoint=${id(endpoint)}`, undefined, "guest"),
  evening: (table: string) => ask<Evening>("GET", `tables/${id(table)}/evening`),
  turns: () => ask<AwaitingTables>("GET", "me/turns", undefined, "guest"),
  removeTable: (table: string) => request("DELETE", `me/tables/${id(table)}`, undefined, "guest"),
  removeFinished: () => request("DELETE", "me/tables", undefined, "guest"),
  putBack: (table: string) => request("POST", `me/tables/${id(table)}`, undefined, "guest"),
  findCompany: (body: CompanyRequest) => ask<Created>("POST", "company", body, "guest"),
  inviteCompany: (table: string) => request("POST", `tables/${id(table)}/company`, undefined, "guest"),
  makeTable: (body: TableRequest) => ask<Created>("POST", "tables", body, "guest"),
  makeHotSeat: (body: HotSeatRequest) => ask<HotSeat>("POST", "hot-seats", body, "guest"),
  tables: () => ask<Tables>("GET", "tables"),
  table: (table: string) => ask<ListedTable>("GET", `tables/${id(table)}`),
  pairing: (table: string) => ask<Pairing>("POST", `tables/${id(table)}/pairing`, undefined, "guest"),
  pair: (code: string) => ask<Created>("POST", "pairings", { code }, "guest"),
  record: async (table: string) =>
    (await request("GET", `tables/${id(table)}/record`, undefined, "anyone")).text(),
  story: (table: string) => ask<MatchStory>("GET", `tables/${id(table)}/story`),
  deal: (table: string, deal: number) => ask<DealStory>("GET", `tables/${id(table)}/story/${deal}`),
  review: (table: string, seat: number) => ask<Review>("GET", `tables/${id(table)}/review/${seat}`),
  playFrom: (table: string, body: PlayFromRequest) =>
    ask<Created>("POST", `tables/${id(table)}/play`, body, "guest"),
  practice: () => ask<Practice>("GET", "practice", undefined, "guest"),
  position: (position: string) =>
    ask<PracticePosition>("GET", `practice/${id(position)}`, undefined, "guest"),
  answer: (position: string, action: string) =>
    ask<PracticeAnswer>("POST", `practice/${id(position)}`, { action }, "guest"),
  felt: (position: string, felt: "easy" | "hard") =>
    ask<PracticeDue>("POST", `practice/${id(position)}/felt`, { felt }, "guest"),
  fair: (table: string) => ask<FairVerdict>("GET", `tables/${id(table)}/fair`),
  dailies: () => ask<Dailies>("GET", "daily"),
  daily: (game: string, day: string) => ask<DailyDeal>("GET", `daily/${id(game)}?day=${id(day)}`),
  playDaily: (game: string, name: string) => ask<Created>("POST", `daily/${id(game)}`, { name }, "guest"),
  makeChallenge: (table: string) => ask<Created>("POST", `tables/${id(table)}/challenge`, undefined, "guest"),
  challenge: (challenge: string) => ask<Challenge>("GET", `challenges/${id(challenge)}`),
  meet: (challenge: string, name: string) =>
    ask<Created>("POST", `challenges/${id(challenge)}`, { name }, "guest"),
  makeEvent: (body: TournamentRequest) => ask<Created>("POST", "events", body, "guest"),
  myEvents: () => ask<EventNames>("GET", "me/events", undefined, "guest"),
  event: (event: string) => ask<EventPage>("GET", `events/${id(event)}`),
  inEvent: (event: string, act: EventAct, body?: object) =>
    ask<EventPage>("POST", `events/${id(event)}/${act}`, body, "guest"),
  network: () => ask<Network>("GET", "network"),
  openNetwork: () => ask<Network>("POST", "network"),
};

/** Describes a problem in one line for people; `names` are those of the seats. */
export function errorText(error: unknown, names: string[] = []): string {
  return error instanceof ApiError ? refusalText(error.refusal, names) : t("common.trouble");
}
