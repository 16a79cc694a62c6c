// Figures of measures.
import { decimal } from "../lib/numbers";

/** Measures that are numbers, with their digits; all others are shares. */
const COUNTED: Record<string, number> = { minutes: 0, price: 1, gain: 1, sold: 1, leads: 1 };

export function isShare(measure: string): boolean {
  return !(measure in COUNTED);
}

/** "9", "25 %". */
export function figure(measure: string, value: number): string {
  return isShare(measure) ? `${decimal(100 * value, 0)} %` : decimal(value, COUNTED[measure]);
}
