import type { Score } from "../wire";

/** Total of each seat after each deal, starting from `start`. */
export function totalsOf(sheet: Score[], start: number): number[][] {
  let now: number[] = [];
  return sheet.map(({ score }) => (now = score.map((change, seat) => (now[seat] ?? start) + change)));
}
