import { expect, test } from "vitest";
import type { Change } from "../wire";
import { isFelt } from "./felt";

const change = (measure: string, by: number, certainty: Change["certainty"] = "sure"): Change => ({
  measure,
  change: by,
  low: null,
  high: null,
  certainty,
});

test.each([
  ["price", 0.01, 2.07, false], // 2.08 instead of 2.07
  ["price", 0.2, 2.07, true],
  ["minutes", 0.3, 9.3, false],
  ["minutes", 5, 9.3, true],
  ["minutes", 0.4, 3.6, false], // both are shown as 4
  ["made", 0.01, 0.5, false],
  ["made", -0.02, 0.5, true],
])("a change of %s by %d from %d", (measure, by, usual, felt) => {
  expect(isFelt(change(measure, by), usual)).toBe(felt);
});

test("a change that may be none, or that another level of play reverses, is not felt", () => {
  expect(isFelt(change("minutes", 5, "open"), 9)).toBe(false);
  expect(isFelt(change("minutes", 5, "reversed"), 9)).toBe(false);
});
