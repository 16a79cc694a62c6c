// The endpoints of the reader's own page.
import type { Ceremony, LinkCode, CreatedToken, Me, ProgramInfo } from "../wire";
import { ask, request } from "../lib/api";
import { ownMatches } from "../match/api";

const get = <T>(path: string) => ask<T>("GET", path, undefined, "guest");
const post = <T>(path: string, body?: unknown) => ask<T>("POST", path, body, "guest");
const tell = (method: "POST" | "DELETE", path: string, body?: unknown) =>
  request(method, path, body, "guest");

export const mine = {
  page: () => get<Me>("me"),
  matches: ownMatches,
  code: () => post<LinkCode>("me/code"),
  join: (code: string) => tell("POST", "me/devices", { code }),
  keyOptions: (name: string) => post<Ceremony>("me/passkeys/options", { name }),
  addKey: (name: string, credential: unknown) => tell("POST", "me/passkeys", { name, credential }),
  removeKey: (key: string) => tell("DELETE", `me/passkeys/${key}`),
  loginOptions: () => post<Ceremony>("login/options"),
  login: (credential: unknown) => tell("POST", "login", { credential }),
  programs: () => get<ProgramInfo[]>("me/programs"),
  makeProgram: (name: string) => post<ProgramInfo>("me/programs", { name }),
  removeProgram: (program: string) => tell("DELETE", `me/programs/${program}`),
  addToken: (program: string) => post<CreatedToken>(`me/programs/${program}/tokens`, {}),
  removeToken: (program: string, token: string) => tell("DELETE", `me/programs/${program}/tokens/${token}`),
  everything: async () => (await request("GET", "me/export", undefined, "guest")).blob(),
  erase: () => tell("DELETE", "me?sure=true"),
};
