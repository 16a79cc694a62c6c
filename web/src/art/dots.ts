// Positions of the dots of half a tile, on a field of 100 × 100.

// Number of dots in each of the three columns of a half.
const COLUMNS = [
  [0, 0, 0], [0, 1, 0], [], [], [2, 0, 2], [2, 1, 2], [3, 0, 3], [3, 1, 3], [3, 2, 3], [3, 3, 3], [4, 2, 4], [4, 3, 4], [4, 4, 4],
]; // prettier-ignore
const ROWS = [[], [50], [25, 75], [24, 50, 76], [17, 39, 61, 83]];
const DIAGONAL: Record<number, [number, number][]> = {
  2: [[26, 26], [74, 74]],
  3: [[24, 24], [50, 50], [76, 76]],
}; // prettier-ignore

/** The dots of a number from 0 to 12. */
export function dots(number: number): [number, number][] {
  const slanting = DIAGONAL[number];
  if (slanting) return slanting;
  const columns = COLUMNS[number] ?? [];
  return columns.flatMap((count, at) =>
    (ROWS[count] ?? []).map((y): [number, number] => [[24, 50, 76][at]!, y]),
  );
}
