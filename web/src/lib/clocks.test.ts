import { expect, test } from "vitest";
import { timeText } from "../table/status";
import { CLOCKS, clockText, isSlow } from "./clocks";

test("clocks are called by what is easiest to read", () => {
  expect(CLOCKS.map(clockText)).toEqual([
    "30 seconds",
    "60 seconds",
    "120 seconds",
    "1 day",
    "3 days",
    "7 days",
  ]);
});

test("from a day on a table is slow", () => {
  expect([null, 120, 86_400, 604_800].map((clock) => isSlow({ clock }))).toEqual([false, false, true, true]);
});

test("what is left is told to the second, or, where it is long, to the hour", () => {
  expect([65_000, -5, 7_200_000, 86_400_000].map(timeText)).toEqual(["1:05", "0:00", "120:00", "24 h"]);
});
