import { expect, test } from "vitest";
import { agoText } from "../lobby/describe";
import type { PracticeGame } from "../wire";
import { queue } from "./queue";

test("what is due comes first, then what is new today, each once", () => {
  const daily = [
    { id: "a", right: true, share: null },
    { id: "b", right: null, share: null },
    { id: "c", right: null, share: null },
  ];
  expect(queue({ due: ["c", "x"], daily } as unknown as PracticeGame)).toEqual(["c", "x", "b"]);
});

test("times before and after now in words", () => {
  const said = [-7200, -5, 5, 600, 7200, 3 * 86_400 + 5].map((left) => agoText(1000 + left, 1000));
  expect(said).toEqual([
    "2 hours ago",
    "this minute",
    "this minute",
    "in 10 minutes",
    "in 2 hours",
    "in 3 days",
  ]);
});
