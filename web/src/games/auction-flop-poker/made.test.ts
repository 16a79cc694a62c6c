import { expect, it } from "vitest";
import { byRank, madeOf } from "./made";

it.each([
  ["", "high-card"],
  ["AS KD 9C 4H", "high-card"],
  ["2S 3S 4S 5S", "high-card"],
  ["9C 9D", "pair"],
  ["9C 9D 4C 4D AS", "two-pair"],
  ["9C 9D 9H 4D", "three"],
  ["AS 2D 3C 4H 5S", "straight"],
  ["TS JD QC KH AS", "straight"],
  ["QS KD AC 2H 3S", "high-card"],
  ["2S 3S 4S 5S 9S", "flush"],
  ["9C 9D 9H 4D 4S", "full-house"],
  ["9C 9D 9H 9S", "four"],
  ["AS 2S 3S 4S 5S", "straight-flush"],
])("the class of %s is %s", (cards, made) => expect(madeOf(cards.split(" ").filter(Boolean))).toBe(made));

it("equal ranks are next to each other in a hand", () => {
  expect(byRank(["TS", "8S", "TH", "2C", "AD"])).toEqual(["AD", "TS", "TH", "8S", "2C"]);
});
