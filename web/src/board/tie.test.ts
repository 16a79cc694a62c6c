import { expect, test } from "vitest";
import { standing, tieText } from "./tie";

const NAMES = ["Ann", "Ben", "Cay", "Dan"];

test("where there is no tie, nothing is said of one", () =>
  expect(tieText("some-game", null, [7, 2, 0, 3], NAMES, null)).toBe(""));

test("winners are listed first, whatever the scores", () => {
  expect(standing([7, 2, 8, 7], [3])).toEqual([3, 2, 0, 1]);
});
