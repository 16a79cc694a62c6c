import { expect, test } from "vitest";
import { callsIn, roundsOf } from "./bidHistory";

const CALLS = ["1 bid 2", "2 pass", "3 bid 4", "0 bid 5", "1 bid 6", "3 pass"];

test("the history has the calls of the last auction only", () => {
  const events = ["table deal 0 AS", "0 bid 9", "1 pass", "table flop 8C JD 6H", ...CALLS];
  const calls = callsIn(events, ["bid 5", "bid 6", "pass", "pass"]);
  expect(calls.map(({ seat, words }) => `${seat} ${words}`)).toEqual(CALLS);
});

test("a pass before the auction, of a seat that has not called in it, is left out", () => {
  expect(callsIn(["0 play 6-4 L", "1 pass", "2 bid 3"], [null, null, "bid 3"])).toEqual([
    { seat: 2, words: "bid 3" },
  ]);
});

test("a round begins with the first seat that calls again", () => {
  expect(roundsOf(callsIn(CALLS, ["bid 5", "bid 6", "pass", "pass"]), [1, 2, 3, 0])).toEqual([
    ["bid 2", "pass", "bid 4", "bid 5"],
    ["bid 6", null, "pass", null],
  ]);
});

test("nothing is shown before the first call", () => {
  expect(roundsOf(callsIn([], [null, null]), [0, 1])).toEqual([]);
});
