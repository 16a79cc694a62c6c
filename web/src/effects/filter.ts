// Filter of the measured rule sets.
import type { RuleSet } from "../wire";

export interface Wanted {
  seats: number;
  /** Maximum median match length in minutes; null for any. */
  longest: number | null;
  order: "least" | "most" | "short";
}

/** Measured rule sets that match, in the requested order; those without known luck come last. */
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
