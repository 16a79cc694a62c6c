import { expect, test } from "vitest";
import { dateTimeText, nextEvening, secondsAt, shortTimeText, typedTime, weekLater } from "./localTime";

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

test("a week later is the same local time on the same weekday, and not in the past", () => {
  const first = secondsAt("2026-12-03T20:00")!;
  expect(typedTime(weekLater(first, first))).toBe("2026-12-10T20:00");
  expect(typedTime(weekLater(first, secondsAt("2027-01-15T12:00")!))).toBe("2027-01-21T20:00");
  expect(typedTime(weekLater(secondsAt("2027-03-25T20:00")!, 0))).toBe("2027-04-01T20:00");
});

test("a time is shown with its time zone", () => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" });
  const zone = format.formatToParts(0).find(({ type }) => type === "timeZoneName")!.value;
  for (const text of [dateTimeText(0), shortTimeText(0)]) expect(text.endsWith(` ${zone}`), text).toBe(true);
});
