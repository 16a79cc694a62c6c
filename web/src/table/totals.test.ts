import { expect, test } from "vitest";
import { totalsOf } from "./totals";

test("each deal's standing follows from the one before", () => {
  const deal = { deal: 1, dealer: 0, carry: 0, note: null };
  const sheet = [
    { ...deal, score: [3, -3] },
    { ...deal, deal: 2, score: [-1, 4] },
  ];
  expect(totalsOf(sheet, 50)).toEqual([
    [53, 47],
    [52, 51],
  ]);
  expect(totalsOf([], 50)).toEqual([]);
});
