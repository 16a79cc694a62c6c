// The reader's rank among all who played the same cards.
import type { ScoreCount } from "../wire";

/** Rank of a score, from 1: equal scores share a rank. */
export function rankOf(scores: ScoreCount[], own: number): number {
  return 1 + scores.filter(({ score }) => score > own).reduce((sum, { people }) => sum + people, 0);
}
