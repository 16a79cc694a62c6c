// The endpoint of the reader's own matches.
import { ask } from "../lib/api";
import type { MatchLines } from "../wire";

/** A page of the reader's matches, the latest first. */
export function ownMatches(wanted: Record<string, string>): Promise<MatchLines> {
  return ask<MatchLines>("GET", `me/matches?${String(new URLSearchParams(wanted))}`, undefined, "guest");
}
