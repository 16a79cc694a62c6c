// Scores in a few groups of equal width, for a chart and for a line of text.
import type { ScoreCount } from "../wire";

const MOST = 12;

export interface Bar {
  low: number;
  high: number;
  people: number;
  /** Whether the reader's own score is in this group. */
  own: boolean;
}

/** Groups from the lowest score to the highest, including the reader's own. */
export function barsOf(scores: ScoreCount[], own: number | null): Bar[] {
  const low = Math.min(...scores.map(({ score }) => score));
  const high = Math.max(...scores.map(({ score }) => score));
  const width = Math.ceil((high - low + 1) / MOST);
  const bars: Bar[] = [];
  for (let start = low; start <= high; start += width) {
    const end = start + width - 1;
    const inside = scores.filter(({ score }) => score >= start && score <= end);
    const people = inside.reduce((sum, found) => sum + found.people, 0);
    bars.push({ low: start, high: end, people, own: own !== null && own >= start && own <= end });
  }
  return bars;
}

const BLOCKS = "▁▂▃▄▅▆▇█";

/** The groups as a line of text; the reader's own group is in brackets. */
export function lineOf(bars: Bar[]): string {
  const most = Math.max(1, ...bars.map(({ people }) => people));
  const block = (people: number): string => BLOCKS[Math.round((people / most) * (BLOCKS.length - 1))]!;
  return bars.map(({ people, own }) => (own ? `[${block(people)}]` : block(people))).join("");
}
