import { expect, test } from "vitest";
import type { MeasuredOption, MeasuredTable } from "../wire";
import { chartRows, feltMeasures } from "./charts";

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
    [5, "6", true],
    [8, "10", false],
  ]);
  expect(rows[0]!.range).toBe("5 to 7");
  expect(rows[1]).toMatchObject({
    low: 1,
    high: 1,
    range: "10 to 10, no difference that players would feel",
  });
  expect([from, to]).toEqual([-4, 1]);
});

test("a measure has a chart only if one of the values changes it so that it can be felt", () => {
  expect(feltMeasures(table, option)).toEqual(["minutes"]);
  const slight = { measure: "minutes", change: 0.2, low: 0.1, high: 0.3, certainty: "sure" } as const;
  const values = [{ value: 8, matches: 10, used: true, changes: [slight] }];
  expect(feltMeasures(table, { ...option, values })).toEqual([]);
});
