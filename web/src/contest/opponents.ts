// Opponents of a contest, in words.
import { dateText, listed, t } from "../lib/messages";
import { playerTitle } from "../lib/names";

/** "Opponents: 3 bots (Medium)"; `seat` is the reader's own. */
export function opponentsText(players: string[], seat: number): string {
  const counts = new Map<string, number>();
  for (const player of players.filter((_, at) => at !== seat)) {
    counts.set(player, (counts.get(player) ?? 0) + 1);
  }
  const words = [...counts].map(([player, count]) =>
    t("contest.bots", { count, level: playerTitle(player) }),
  );
  return t("contest.opponents", { who: listed(words) });
}

/** A day in words: "23 November 2026"; other texts stay unchanged. */
export function dayText(day: string): string {
  const time = Date.parse(`${day}T12:00:00Z`);
  return Number.isNaN(time) ? day : dateText(time / 1000);
}
