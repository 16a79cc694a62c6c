import { join, piecesText, type GameTexts, type Turn, type TurnText } from "../../lib/gameTexts";
import { t, textsOf } from "../../lib/messages";
import { cardName, suitName, suitOf } from "../../lib/pieces";
import { suitFirst, trickTurn } from "../../lib/trickTurn";
import type { Mine, Trick } from "../../wire";
import type english from "./messages/en.json";
import type { PitchBoard, PitchSettlement, Revoke } from "./wire";

export const msg = textsOf<typeof english>("auction-pitch");

/** How the contract of a deal ended; `name` is the pitcher's. */
export function contractText({ bid, made, pitcher, revokes }: PitchSettlement, name: string): string {
  if (bid === null) return msg("board.result.free", { name, made });
  const key = made >= bid ? "made" : revokes.length === 0 ? "set" : "spared";
  const revoked = revokes.some(({ seat }) => seat === pitcher);
  return msg(`board.result.${revoked ? "setRevoked" : key}`, { name, bid, made });
}

/** A revoke and what it costs; `name` is its player's. */
export function revokeText({ bid }: PitchSettlement, { trick, card, held }: Revoke, name: string): string {
  const cost = bid === null ? msg("board.result.forfeit") : msg("board.result.penalty", { count: bid });
  return join(
    msg("board.result.revoked", { name, trick, card: cardName(card), held: piecesText(held) }),
    cost,
  );
}

function turn({ board, mine }: Turn): TurnText {
  const { phase, trick, trump, auction } = board as PitchBoard;
  if (phase === "bid") return { act: bidding(mine.legal), meaning: msg("turn.bidMeaning") };
  if (phase === "pitch")
    return {
      act: t("play.turn.lead"),
      meaning: auction.bid === null ? msg("turn.pitchMeaning") : msg("turn.contract", { count: auction.bid }),
    };
  const suits = trump ? t("play.turn.trump", { suit: suitFirst(trump) }) : "";
  return { act: trickTurn(trick, mine, trump), meaning: revokeWarning(trick, mine, trump) || suits };
}

/** What a card costs that may be played although it is a revoke; empty if no legal card is one. */
function revokeWarning({ plays }: Trick, { hand, legal }: Mine, trump: string | null): string {
  const led = suitOf(plays[0]?.card ?? "");
  const follows = [led, trump];
  if (!hand.some((card) => suitOf(card) === led)) return "";
  if (legal.every((action) => follows.includes(suitOf(action.split(" ")[1] ?? "")))) return "";
  return msg(led === trump ? "turn.revokeTrump" : "turn.revoke", { suit: suitName(led) });
}

function bidding(legal: string[]): string {
  const bids = legal.filter((action) => action.startsWith("bid ")).map((action) => Number(action.slice(4)));
  const [low, high] = [Math.min(...bids), Math.max(...bids)];
  if (bids.length === 0) return t("play.turn.pass");
  return low < high ? msg("turn.bid", { low, high }) : msg("turn.bidOne", { high });
}

export const texts: GameTexts = {
  turn,
  goal: ({ board }) => msg("goal", { count: (board as PitchBoard).target }),
  explains: {
    contract: ({ board }) => {
      const { bid } = (board as PitchBoard).auction;
      return bid === null ? msg("explains.noContract") : msg("explains.contract", { count: bid });
    },
  },
  notes: {
    made: ([seat = "", bid = "", made = ""], names) => ({ names: names([seat]), bid, made }),
    "set-back": ([seat = "", bid = ""], names) => ({ names: names([seat]), bid }),
    unbid: ([seat = "", made = ""], names) => ({ names: names([seat]), made }),
  },
};
