import { expect, test } from "vitest";
import { callsIn, roundsOf } from "./bidHistory";

const CALLS = ["1 bid 2", "2 pass", "3 bid 4", "0 bid 5", "1 bid 6", "3 pass"];

test("the history has the calls of the last auction only", () => {
  const events = ["table deal 0 AS", "0 bid 9", "1 pass", "table flop 8C JD 6H", ...CALLS];
  const calls = callsIn(events, CALLS.length);
  expect(calls.map(({ seat, words }) => `${seat} ${words}`)).toEqual(CALLS);
});

test("a pass before the auction is left out, also once its seat has called", () => {
  const events = ["1 buy", "table draw 4-0", "1 pass", "2 pass", "3 bid 22", "0 pass", "1 pass"];
  expect(roundsOf(callsIn(events, 4), [2, 3, 0, 1])).toEqual([["pass", "bid 22", "pass", "pass"]]);
});

test("a round begins with the first seat that calls again", () => {
  expect(roundsOf(callsIn(CALLS, CALLS.length), [1, 2, 3, 0])).toEqual([
    ["bid 2", "pass", "bid 4", "bid 5"],
    ["bid 6", null, "pass", null],
  ]);
});

test("nothing is shown before the first call", () => {
  expect(roundsOf(callsIn(["0 play 6-4 L", "1 pass"], 0), [0, 1])).toEqual([]);
});
