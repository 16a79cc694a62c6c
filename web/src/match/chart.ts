// Coordinates of the lines in a chart of scores.

export interface Line {
  seat: number;
  path: string;
  /** Position of its label. */
  y: number;
}

export interface Chart {
  lines: Line[];
  /** Scores with a horizontal line, and their positions. */
  rules: { score: number; y: number }[];
  /** Labelled deals, and their positions. */
  deals: { deal: number; x: number }[];
}

const LABEL = 15; // minimum distance between two labels

/** Chart of each seat's total after each deal, in a box of this size. */
export function chart(start: number[], totals: number[][], width: number, height: number): Chart {
  const rows = [start, ...totals];
  const all = rows.flat();
  const ticks = scale(Math.min(...all), Math.max(...all));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const x = (row: number): number => round((row / Math.max(1, rows.length - 1)) * width);
  const y = (score: number): number => round(height - ((score - low) / (high - low)) * height);
  const ends = start.map((_, seat) => y(rows.at(-1)![seat]!));
  const labels = spread(ends, height);
  return {
    lines: start.map((_, seat) => ({
      seat,
      path: rows.map((row, at) => `${at ? "L" : "M"}${x(at)} ${y(row[seat]!)}`).join(""),
      y: labels[seat]!,
    })),
    rules: ticks.map((score) => ({ score, y: y(score) })),
    deals: named(rows.length - 1, width).map((deal) => ({ deal, x: x(deal) })),
  };
}

/** A few round numbers that cover the range from `low` to `high`. */
function scale(low: number, high: number): number[] {
  const rough = Math.max(1, (high - low) / 4);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].find((times) => times * ten >= rough)! * ten);
  const first = Math.floor(low / step) * step;
  const count = Math.max(1, Math.ceil((high - first) / step));
  return Array.from({ length: count + 1 }, (_, at) => first + at * step);
}

/** The deals to label without overlaps. */
function named(deals: number, width: number): number[] {
  const step = Math.max(1, Math.ceil(deals / Math.max(1, Math.floor(width / 34))));
  return Array.from({ length: Math.floor(deals / step) + 1 }, (_, at) => at * step);
}

/** Labels moved apart, as little as possible, within the height. */
function spread(wanted: number[], height: number): number[] {
  const order = wanted.map((_, at) => at).sort((one, other) => wanted[one]! - wanted[other]!);
  const found = [...wanted];
  order.forEach((at, place) => {
    if (place) found[at] = Math.max(found[at]!, found[order[place - 1]!]! + LABEL);
  });
  let limit = height;
  for (const at of order.reverse()) {
    found[at] = Math.min(found[at]!, limit);
    limit = found[at]! - LABEL;
  }
  return found;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
