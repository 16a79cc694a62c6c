import { expect, test } from "vitest";
import { rankOf } from "./rank";

test("a rank counts the people with a higher score, and equal scores share it", () => {
  const scores = [
    { score: -3, people: 1 },
    { score: 4, people: 2 },
    { score: 9, people: 3 },
  ];
  expect([9, 4, -3].map((score) => rankOf(scores, score))).toEqual([1, 4, 6]);
});
