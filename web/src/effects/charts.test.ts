import { expect, test } from "vitest";
import type { MeasuredOption, MeasuredTable } from "../wire";
import { chartRows } from "./charts";

const table: MeasuredTable = { seats: 4, level: "house", levels: 1, usual: { minutes: 9 }, options: [] };
const option: MeasuredOption = {
  option: "target",
  usual: 7,
  measures: ["minutes"],
  values: [
    {
      value: 5,
      matches: 10,
      used: true,
      changes: [{ measure: "minutes", change: -3, low: -4, high: -2, certainty: "sure" }],
    },
    {
      value: 8,
      matches: 10,
      used: true,
      changes: [{ measure: "minutes", change: 1, low: null, high: null, certainty: "open" }],
    },
    { value: 9, matches: 10, used: true, changes: [] },
  ],
};

test("a row for each value, on a scale that holds all ranges and the usual", () => {
  const { rows, from, to } = chartRows(table, option, "minutes");
  expect(rows.map(({ value, figure, clear }) => [value, figure, clear])).toEqual([
    [5, "6.0", true],
    [8, "10.0", false],
  ]);
  expect(rows[0]!.range).toBe("5.0 to 7.0");
  expect(rows[1]).toMatchObject({ low: 1, high: 1, range: "10.0 to 10.0, no difference found" });
  expect([from, to]).toEqual([-4, 1]);
});
