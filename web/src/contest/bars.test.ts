import { expect, test } from "vitest";
import { barsOf, lineOf } from "./bars";

test("every person is in one group, and the groups cover all scores", () => {
  const scores = [-40, -3, 0, 7, 8, 55].map((score, at) => ({ score, people: at + 1 }));
  const bars = barsOf(scores, 7);
  expect(bars.reduce((sum, { people }) => sum + people, 0)).toBe(21);
  expect(bars.length).toBeLessThanOrEqual(12);
  expect(bars.filter(({ own }) => own)).toHaveLength(1);
  for (const { score } of scores) {
    expect(bars.filter(({ low, high }) => score >= low && score <= high)).toHaveLength(1);
  }
});

test("one player is one group", () => {
  expect(barsOf([{ score: 4, people: 1 }], 4)).toEqual([{ low: 4, high: 4, people: 1, own: true }]);
});

test("the line marks the reader's group and tells no score", () => {
  const line = lineOf(
    barsOf(
      [1, 2, 3].map((score) => ({ score, people: score })),
      2,
    ),
  );
  expect(line).toBe("▃[▆]█");
});
