// Which of the measured rule sets are looked for.
import type { RuleSet } from "../wire";

export interface Wanted {
  seats: number;
  /** How many minutes half of the matches may last; null for any. */
  longest: number | null;
  order: "least" | "most" | "short";
}

/** Those that were measured and fit, in the order asked for; without known luck they come last. */
export function wantedSets(sets: RuleSet[], { seats, longest, order }: Wanted): RuleSet[] {
  const luck = (one: RuleSet): number =>
    one.luck ? one.luck.middle * (order === "most" ? -1 : 1) : Infinity;
  const key = order === "short" ? median : luck;
  return sets
    .filter((one) => one.minutes && one.seats === seats && median(one) <= (longest ?? Infinity))
    .sort((one, two) => key(one) - key(two) || median(one) - median(two));
}

function median({ minutes }: RuleSet): number {
  return minutes?.middle ?? Infinity;
}
