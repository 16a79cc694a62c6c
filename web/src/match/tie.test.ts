import { expect, test } from "vitest";
import { standing, tieText } from "./tie";

const NAMES = ["Ann", "Ben", "Cay", "Dan"];

test("a tie says who won and why", () => {
  const tie = { seat: 3, among: [0, 3], by: "high" } as const;
  expect(tieText({ ...tie, among: [...tie.among] }, [7, 2, 0, 7], NAMES, null)).toBe(
    "Dan wins the tie: Dan scored high.",
  );
  expect(tieText({ seat: 0, among: [0, 3], by: "pitcher" }, [7, 2, 0, 7], NAMES, 0)).toBe(
    "You win the tie: you were the pitcher.",
  );
  expect(tieText({ seat: 0, among: [0, 3], by: "jack" }, [7, 2, 0, 8], NAMES, 3)).toBe(
    "Ann and you reached the target together. Ann wins: Ann scored the jack.",
  );
  expect(tieText(null, [7, 2, 0, 3], NAMES, null)).toBe("");
});

test("winners are listed first, whatever the scores", () => {
  expect(standing([7, 2, 8, 7], [3])).toEqual([3, 2, 0, 1]);
});
