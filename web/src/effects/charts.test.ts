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

test("a row for each value with a change that can be felt, on a scale that holds its range and the usual", () => {
  const { rows, from, to } = chartRows(table, option, "minutes");
  expect(rows).toEqual([{ value: 5, figure: "6", range: "5 to 7", change: -3, low: -4, high: -2 }]);
  expect([from, to]).toEqual([-4, 0]);
});

test("without an interval a row has only its figure", () => {
  const { values } = option;
  const changes = values[0]!.changes.map((change) => ({ ...change, low: null, high: null }));
  const { rows } = chartRows(table, { ...option, values: [{ ...values[0]!, changes }] }, "minutes");
  expect(rows[0]).toMatchObject({ low: -3, high: -3, range: "" });
});

test("a measure has a chart only if one of the values changes it so that it can be felt", () => {
  expect(feltMeasures(table, option)).toEqual(["minutes"]);
  const slight = { measure: "minutes", change: 0.2, low: 0.1, high: 0.3, certainty: "sure" } as const;
  const values = [{ value: 8, matches: 10, used: true, changes: [slight] }];
  expect(feltMeasures(table, { ...option, values })).toEqual([]);
});
