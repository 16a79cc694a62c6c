import { expect, test } from "vitest";
import { keyFigures } from "./figures";

const deal = (number: number, score: number[]) => ({ deal: number, dealer: 0, score, carry: 0, note: null });

test("a match in figures: the best deal, how often the lead changed, by how much it was won", () => {
  const sheet = [deal(1, [3, 0]), deal(2, [0, 5]), deal(3, [1, 1]), deal(4, [4, 0])];
  expect(keyFigures(sheet, 0, [8, 6], ["you", "Cleo"])).toEqual([
    { name: "Deals", value: "4" },
    { name: "Best deal", value: "+5 for Cleo in deal 2" },
    { name: "Changes of the lead", value: "2" },
    { name: "Ahead at the end by", value: "2" },
  ]);
});

test("a tie changes no lead, and a match of one deal has no figures", () => {
  const tied = [deal(1, [2, 0]), deal(2, [0, 2]), deal(3, [1, 0])];
  expect(keyFigures(tied, 50, [53, 52], ["you", "Ben"])[2]).toEqual({
    name: "Changes of the lead",
    value: "0",
  });
  expect(keyFigures([deal(1, [0, 0])], 0, [0, 0], ["you", "Ben"])).toEqual([]);
});
