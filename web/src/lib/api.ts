// The lobby's endpoints, typed. The guest's token is created on first use.
import type {
  ListedTable,
  Challenge,
  DailyDeal,
  Dailies,
  DealStory,
  TournamentRequest,
  EventPage,
  FairVerdict,
  Guest,
  House,
  HouseRules,
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
  Trouble as Refused,
} from "../wire";
import { at } from "./base";
import { guestOr, guestToken } from "./guest";
import { language } from "./language";
import { t } from "./messages";
import { refusalText, type Refusal } from "./refusals";

/** Milliseconds until a request fails, because a silent network gives no answer; shorter or longer for some requests. */
const LIMIT = 30_000;
const LIMITS = { guests: 8_000, "me/export": 600_000 } as Record<string, number>;

let houseAsked: Promise<House> | null = null;

/** The server's refusal; `status` is 0 if it did not answer. */
export class Trouble extends Error {
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
type Asker = "nobody" | "anyone" | "guest";

type Method = "GET" | "POST" | "DELETE";

/** Returns the server's answer; throws `Trouble` if it refuses. */
export async function request(
  method: Method,
  path: string,
  body: unknown,
  asker: Asker,
  cache: RequestCache = "no-store",
): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": language };
  const who = asker === "guest" ? await becomeGuest() : asker === "anyone" ? guestToken() : null;
  if (who) headers.Authorization = `Bearer ${who}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const signal = AbortSignal.timeout(LIMITS[path] ?? LIMIT);
  const init: RequestInit = { method, headers, cache, signal };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(at(`api/${path}`), init).catch(() => {
    throw new Trouble(0, { text: t("common.unreachable") });
  });
  if (!answer.ok) throw new Trouble(answer.status, await refusal(answer));
  return answer;
}

export async function ask<T>(
  method: Method,
  path: string,
  body?: unknown,
  asker: Asker = "anyone",
): Promise<T> {
  return (await request(method, path, body, asker)).json() as Promise<T>;
}

async function refusal(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => null)) as Partial<Refused> | null;
  const { detail, key = null, params = {} } = body ?? {};
  return typeof detail === "string" ? { text: detail, key, params } : { text: t("common.trouble") };
}

/** Returns the games and the house players; requested once. */
export function house(): Promise<House> {
  houseAsked ??= ask<House>("GET", "house").catch((trouble: unknown) => {
    houseAsked = null;
    throw trouble;
  });
  return houseAsked;
}

const id = encodeURIComponent;

export const api = {
  rules: (game: string, asked: RulesRequest) =>
    ask<Rules>("POST", `games/${id(game)}/rules`, asked, "nobody"),
  houseRules: async (game: string): Promise<HouseRules> =>
    (await request("GET", `games/${id(game)}/house-rules`, undefined, "nobody", "default")).json(),
  lesson: (game: string) => ask<Lesson>("GET", `games/${id(game)}/lesson`),
  pushKey: () => ask<PushKey>("GET", "push"),
  push: (asked: PushRequest) => request("POST", "me/push", asked, "guest"),
  makeTable: (asked: TableRequest) => ask<Created>("POST", "tables", asked, "guest"),
  tables: () => ask<Tables>("GET", "tables"),
  table: (table: string) => ask<ListedTable>("GET", `tables/${id(table)}`),
  pairing: (table: string) => ask<Pairing>("POST", `tables/${id(table)}/pairing`, undefined, "guest"),
  pair: (code: string) => ask<Created>("POST", "pairings", { code }, "guest"),
  record: async (table: string) =>
    (await request("GET", `tables/${id(table)}/record`, undefined, "anyone")).text(),
  story: (table: string) => ask<MatchStory>("GET", `tables/${id(table)}/story`),
  deal: (table: string, deal: number) => ask<DealStory>("GET", `tables/${id(table)}/story/${deal}`),
  review: (table: string, seat: number) => ask<Review>("GET", `tables/${id(table)}/review/${seat}`),
  playFrom: (table: string, asked: PlayFromRequest) =>
    ask<Created>("POST", `tables/${id(table)}/play`, asked, "guest"),
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
  makeEvent: (asked: TournamentRequest) => ask<Created>("POST", "events", asked, "guest"),
  event: (event: string) => ask<EventPage>("GET", `events/${id(event)}`),
  inEvent: (event: string, act: "join" | "leave" | "remove" | "start" | "end", asked?: object) =>
    ask<EventPage>("POST", `events/${id(event)}/${act}`, asked, "guest"),
  network: () => ask<Network>("GET", "network"),
  openNetwork: () => ask<Network>("POST", "network"),
};

/** Describes a problem in one line for people; `names` are those of the seats. */
export function troubleText(trouble: unknown, names: string[] = []): string {
  return trouble instanceof Trouble ? refusalText(trouble.refusal, names) : t("common.trouble");
}
