// Figures of measures.
import { decimal } from "../lib/numbers";

/** Measures that are numbers, with their digits; all others are shares. */
const COUNTED: Record<string, number> = { minutes: 0, price: 2, gain: 2, sold: 2, leads: 2 };

export function isShare(measure: string): boolean {
  return !(measure in COUNTED);
}

/** "9", "25.3 %". */
export function figure(measure: string, value: number): string {
  return isShare(measure) ? `${decimal(100 * value)} %` : decimal(value, COUNTED[measure]);
}
