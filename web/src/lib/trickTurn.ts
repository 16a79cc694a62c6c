// Requests to play a card to a trick, made from the legal cards: the client knows no rules.
import type { Mine, Trick } from "../wire";
import { t } from "./messages";
import { suitName, suitOf } from "./pieces";

/** "Lead any card.", "Follow suit: hearts." */
export function trickTurn(trick: Trick, { hand, legal }: Mine, trump: string | null = null): string {
  const may = new Set(legal.map((action) => suitOf(action.split(" ")[1] ?? "")));
  const barred = [...new Set(hand.map(suitOf))].filter((suit) => !may.has(suit));
  const led = suitOf(trick.plays[0]?.card ?? "");
  if (!led)
    return barred.length === 1 ? t("play.turn.leadBut", { suit: suitName(barred[0]!) }) : t("play.turn.lead");
  const suit = suitName(led);
  if (!hand.some((card) => suitOf(card) === led)) {
    if (barred.length !== 1) return t("play.turn.any", { suit });
    return t("play.turn.anyBut", { suit, barred: suitName(barred[0]!) });
  }
  const others = [...may].filter((other) => other !== led);
  if (others.length === 0) return t("play.turn.follow", { suit });
  const trumps = others.length === 1 && others[0] === trump;
  return trumps ? t("play.turn.followOrTrump", { suit, trump: suitName(trump!) }) : t("play.turn.free");
}

/** "Spades", at the beginning of a sentence. */
export function suitFirst(suit: string): string {
  return suitName(suit).replace(/^./, (first) => first.toUpperCase());
}
