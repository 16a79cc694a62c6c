// Which measured changes players can feel at the table. All others are not shown as effects.
import type { Change } from "../wire";
import { figure, isShare } from "./figures";

/** Minimum change of a share: one match or purchase in fifty. */
const SHARE = 0.02;
/** Minimum change of a number, as a part of the usual one. */
const PART = 0.05;

/** Whether the interval of a change excludes 0. */
export function isClear({ certainty }: Change): boolean {
  return certainty === "sure" || certainty === "some";
}

/** Whether a change of a measure from its usual value is large enough to be felt, and to be seen in its figures. */
export function isLarge({ measure, change }: Change, usual: number): boolean {
  const least = isShare(measure) ? SHARE : PART * Math.abs(usual);
  return Math.abs(change) >= least && figure(measure, usual) !== figure(measure, usual + change);
}

export function isFelt(change: Change, usual: number): boolean {
  return isClear(change) && isLarge(change, usual);
}
