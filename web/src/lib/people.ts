// The other people at a table, and the people whom the reader avoids.
import type { AvoidedPeople, PeopleAtTable, PersonAtTable } from "../wire";
import { ask, request } from "./api";
import { t } from "./messages";

/** Fewest matches with people for which the server shows the share that a person finishes. */
export const FEWEST = 10;

export const people = {
  at: (table: string) => ask<PeopleAtTable>("GET", `tables/${table}/people`, undefined, "guest"),
  avoid: (table: string, visit: number) => request("POST", `tables/${table}/avoid`, { visit }, "guest"),
  avoided: () => ask<AvoidedPeople>("GET", "me/avoided", undefined, "guest"),
  stopAvoiding: (entry: string) => request("DELETE", `me/avoided/${entry}`, undefined, "guest"),
};

/** How often a person finishes what they begin, as the owner of a table sees it; empty for all others. */
export function finishesText(finishes: PersonAtTable["finishes"]): string {
  if (finishes === null) return "";
  if (finishes === "guest") return t("table.people.guest");
  return finishes === "few"
    ? t("table.people.few", { count: FEWEST })
    : t("table.people.finishes", { share: finishes });
}
