// Chart of an option: for each of its values, how far a measure is from the usual.
import { t } from "../lib/messages";
import type { MeasuredOption, MeasuredTable } from "../wire";
import { isFelt } from "./felt";
import { figure } from "./figures";

export interface Row {
  value: number | string;
  /** The change, and its interval. */
  change: number;
  low: number;
  high: number;
  /** Whether the change can be felt. */
  clear: boolean;
  /** The measure itself, with its interval, or a note that no change can be felt; without an interval, empty. */
  figure: string;
  range: string;
}

/** The measures that at least one value of an option changes so that it can be felt. */
export function feltMeasures({ usual }: MeasuredTable, { measures, values }: MeasuredOption): string[] {
  const felt = new Set(
    values.flatMap(({ changes }) =>
      changes.filter((one) => isFelt(one, usual[one.measure] ?? 0)).map(({ measure }) => measure),
    ),
  );
  return measures.filter((measure) => felt.has(measure));
}

/** A row for each compared value, and a scale that contains all of them and the usual one. */
export function chartRows(
  { usual }: MeasuredTable,
  option: MeasuredOption,
  measure: string,
): { rows: Row[]; from: number; to: number } {
  const base = usual[measure] ?? 0;
  const rows = option.values.flatMap(({ value, changes }): Row[] => {
    const found = changes.find((change) => change.measure === measure);
    if (!found) return [];
    const { change, low, high } = {
      ...found,
      low: found.low ?? found.change,
      high: found.high ?? found.change,
    };
    const range = { low: figure(measure, base + low), high: figure(measure, base + high) };
    const clear = isFelt(found, base);
    const said = clear && found.low === null ? "" : t(clear ? "effects.range" : "effects.open", range);
    return [{ value, change, low, high, clear, figure: figure(measure, base + change), range: said }];
  });
  const from = Math.min(0, ...rows.map(({ low }) => low));
  const to = Math.max(0, ...rows.map(({ high }) => high));
  return { rows, from, to };
}
