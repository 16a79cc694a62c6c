// What is said in an auction, in short.
import { t } from "../lib/messages";
import { cardName, suitName } from "../lib/pieces";

/** "pass", "3", "check", "10♣ for hearts": the last word of a seat, for its plate. */
export function saidShort(words: string, units: boolean): string {
  const [verb, one = "", two = ""] = words.split(" ");
  if (verb === "bid") return units && one === "0" ? t("play.said.check") : t("play.said.bid", { bid: one });
  if (verb === "offer") return t("play.said.offer", { card: cardName(one), suit: suitName(two) });
  if (verb === "pass" || verb === "take" || verb === "refuse") return t(`play.said.${verb}`);
  return words;
}

/** A change of score with its sign: "+3", "−2", "0". */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}
