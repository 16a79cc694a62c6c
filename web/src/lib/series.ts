// The endpoints of series of evenings.
import type {
  Created,
  EveningRequest,
  SeriesInvitation,
  SeriesName,
  SeriesNames,
  SeriesPage,
  SeriesRequest,
  SeriesSettings,
} from "../wire";
import { ask, request } from "./api";

export type Role = SeriesPage["role"];

const of = (id: string) => `series/${encodeURIComponent(id)}`;
const post = <T>(path: string, body?: unknown) => ask<T>("POST", path, body, "guest");

export const series = {
  make: (body: SeriesRequest) => post<Created>("series", body),
  mine: () => ask<SeriesNames>("GET", "me/series", undefined, "guest"),
  page: (id: string) => ask<SeriesPage>("GET", of(id)),
  invitation: (id: string, code: string) => ask<SeriesInvitation>("POST", `${of(id)}/invitation`, { code }),
  join: (id: string, code: string, name: string) => post<SeriesPage>(`${of(id)}/join`, { code, name }),
  leave: (id: string) => request("POST", `${of(id)}/leave`, undefined, "guest"),
  remove: (id: string, member: number) => post<SeriesPage>(`${of(id)}/remove`, { member }),
  setRole: (id: string, member: number, role: Role) => post<SeriesPage>(`${of(id)}/role`, { member, role }),
  settle: (id: string, change: SeriesSettings) => post<SeriesPage>(`${of(id)}/settings`, change),
  invite: (id: string, open: boolean) => post<SeriesPage>(`${of(id)}/invite`, { open }),
  plan: (id: string, body: EveningRequest) => post<Created>(`${of(id)}/evenings`, body),
  takeEvening: (id: string, evening: number) => post<SeriesPage>(`${of(id)}/evenings/${evening}/take`),
  removeEvening: (id: string, evening: number) =>
    ask<SeriesPage>("DELETE", `${of(id)}/evenings/${evening}`, undefined, "guest"),
  standings: async (id: string) =>
    (await request("GET", `${of(id)}/standings.csv`, undefined, "guest")).blob(),
  /** The series of a club event, if the reader is a member. */
  ofEvent: async (event: string): Promise<SeriesName | null> =>
    (await ask<SeriesNames>("GET", `events/${encodeURIComponent(event)}/series`)).series[0] ?? null,
};
