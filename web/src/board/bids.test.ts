import { expect, test } from "vitest";
import { suggestedBids } from "./bids";

test("the lowest bids and a few round ones are suggested, never all one's chips", () => {
  expect(suggestedBids(1, 50)).toEqual([1, 2, 3, 5, 10]);
  expect(suggestedBids(7, 50)).toEqual([7, 8, 9, 10, 15]);
  expect(suggestedBids(0, 30)).toEqual([0, 1, 2, 5, 10]);
  expect(suggestedBids(1, 12)).toEqual([1, 2, 3, 5]);
  expect(suggestedBids(20, 22)).toEqual([20, 21, 22]);
});
