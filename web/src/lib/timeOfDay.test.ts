import { expect, test } from "vitest";
import { minuteOf, timeText } from "./timeOfDay";

test("a time of day is the same in minutes and as text", () => {
  expect([0, 450, 1439].map(timeText)).toEqual(["00:00", "07:30", "23:59"]);
  expect(["00:00", "07:30", "23:59", "07:30:15"].map(minuteOf)).toEqual([0, 450, 1439, 450]);
  expect(["", "07", "x:y"].map(minuteOf)).toEqual([null, null, null]);
});
