// The endpoints of one's own page.
import type { Ceremony, LinkCode, MatchLines, Me } from "../wire";
import { ask, request } from "../lib/api";

const id = encodeURIComponent;
const tell = (method: "POST" | "DELETE", path: string, body?: unknown) =>
  request(method, path, body, "guest");

export const mine = {
  page: () => ask<Me>("GET", "me", undefined, "guest"),
  matches: (game: string, level: string, page: number) => {
    const wanted = Object.entries({ game, level, page }).filter(([, value]) => value !== "");
    return ask<MatchLines>(
      "GET",
      `me/matches?${wanted.map(([key, value]) => `${key}=${id(value)}`).join("&")}`,
    );
  },
  code: () => ask<LinkCode>("POST", "me/code", undefined, "guest"),
  join: (code: string) => tell("POST", "me/devices", { code }),
  keyOptions: (name: string) => ask<Ceremony>("POST", "me/passkeys/options", { name }, "guest"),
  addKey: (name: string, credential: unknown) => tell("POST", "me/passkeys", { name, credential }),
  removeKey: (key: string) => tell("DELETE", `me/passkeys/${id(key)}`),
  loginOptions: () => ask<Ceremony>("POST", "login/options", undefined, "guest"),
  login: (credential: unknown) => tell("POST", "login", { credential }),
  everything: async () => (await request("GET", "me/export", undefined, "guest")).blob(),
  erase: () => tell("DELETE", "me?sure=true"),
};
