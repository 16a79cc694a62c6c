// What others answered, in words.
import { t } from "../lib/messages";
import type { Share } from "../wire";

export function shareText({ people, right }: Share): string {
  return t("practice.share", { count: people, share: Math.round((100 * right) / people) });
}
