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
  /** The measure itself, and its interval; empty if that is unknown. */
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

/** A row for each value whose change can be felt, and a scale that contains all of them and the usual value. */
export function chartRows(
  { usual }: MeasuredTable,
  option: MeasuredOption,
  measure: string,
): { rows: Row[]; from: number; to: number } {
  const base = usual[measure] ?? 0;
  const rows = option.values.flatMap(({ value, changes }): Row[] => {
    const felt = changes.find((change) => change.measure === measure && isFelt(change, base));
    if (!felt) return [];
    const { change, low, high } = { ...felt, low: felt.low ?? felt.change, high: felt.high ?? felt.change };
    const ends = { low: figure(measure, base + low), high: figure(measure, base + high) };
    const range = felt.low === null ? "" : t("effects.range", ends);
    return [{ value, change, low, high, figure: figure(measure, base + change), range }];
  });
  const from = Math.min(0, ...rows.map(({ low }) => low));
  const to = Math.max(0, ...rows.map(({ high }) => high));
  return { rows, from, to };
}
