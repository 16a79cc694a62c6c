// The reader's place among all who played the same cards.
import type { ScoreCount } from "../wire";

/** Place of a score, from 1: equal scores share a place. */
export function placeOf(scores: ScoreCount[], own: number): number {
  return 1 + scores.filter(({ score }) => score > own).reduce((sum, { people }) => sum + people, 0);
}
