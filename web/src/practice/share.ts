// Others' answers, in words.
import { t } from "../lib/messages";
import type { Share } from "../wire";

/** Below this number of people no share is shown. */
const FEWEST = 10;

export function shareText({ people, right }: Share): string {
  if (people < FEWEST) return "";
  return t("practice.share", { count: people, share: Math.round((100 * right) / people) });
}
