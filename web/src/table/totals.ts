import type { Score } from "../wire";

/** Where each seat stood after each deal, everybody having begun with `start`. */
export function totalsOf(sheet: Score[], start: number): number[][] {
  let now: number[] = [];
  return sheet.map(({ score }) => (now = score.map((change, seat) => (now[seat] ?? start) + change)));
}
