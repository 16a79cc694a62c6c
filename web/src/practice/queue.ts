// What of a game is to be answered now.
import type { PracticeGame } from "../wire";

/** The ids of what is due, and of today's positions that have not been answered. */
export function queue({ due, daily }: PracticeGame): string[] {
  return [...new Set([...due, ...daily.filter(({ right }) => right === null).map(({ id }) => id)])];
}
