// Positions of a game to answer now.
import type { PracticeGame } from "../wire";

/** The ids of due positions, and of today's unanswered ones. */
export function queue({ due, daily }: PracticeGame): string[] {
  return [...new Set([...due, ...daily.filter(({ right }) => right === null).map(({ id }) => id)])];
}
