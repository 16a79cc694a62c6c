// A review's remarks in words.
import { t } from "../lib/messages";
import type { MatchStory, Remark } from "../wire";
import { decimal, inHundred } from "../lib/numbers";

/** The loss of a decision. */
export function lostText({ unit }: MatchStory, { cost, wins }: Remark): string {
  if (cost) return t(`match.review.lost.${unit}`, { cost: decimal(cost) });
  return t("match.review.lost.wins", { wins: inHundred(wins) });
}
