import { expect, test } from "vitest";
import { nextEvening, secondsAt, typedTime } from "./localTime";

test("a typed time is read in the reader's time zone, and written again", () => {
  const seconds = secondsAt("2026-12-03T20:05")!;
  expect(new Date(seconds * 1000).getHours()).toBe(20);
  expect(typedTime(seconds)).toBe("2026-12-03T20:05");
  expect(secondsAt("")).toBeNull();
  expect(secondsAt("1900-01-01T00:00")).toBeNull();
});

test("the suggested evening is the next one", () => {
  const evening = secondsAt("2026-12-31T20:00")!;
  expect(nextEvening(evening - 3600)).toBe(evening);
  expect(typedTime(nextEvening(evening))).toBe("2027-01-01T20:00");
});
