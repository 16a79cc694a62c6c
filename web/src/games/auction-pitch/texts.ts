import type { GameTexts, Turn, TurnText } from "../../lib/gameTexts";
import { t, textsOf } from "../../lib/messages";
import { suitFirst, trickTurn } from "../../lib/trickTurn";
import type english from "./messages/en.json";
import type { PitchBoard, PitchSettlement } from "./wire";

export const msg = textsOf<typeof english>("auction-pitch");

/** How the contract of a deal ended; `name` is the pitcher's. */
export function contractText({ bid, made }: PitchSettlement, name: string): string {
  if (bid === null) return msg("board.result.free", { name, made });
  return msg(made >= bid ? "board.result.made" : "board.result.set", { name, bid, made });
}

function turn({ board, mine }: Turn): TurnText {
  const { phase, trick, trump, auction } = board as PitchBoard;
  if (phase === "bid") return { act: bidding(mine.legal), meaning: msg("turn.bidMeaning") };
  if (phase === "pitch")
    return {
      act: t("play.turn.lead"),
      meaning: auction.bid === null ? msg("turn.pitchMeaning") : msg("turn.contract", { count: auction.bid }),
    };
  return {
    act: trickTurn(trick, mine, trump),
    meaning: trump ? t("play.turn.trump", { suit: suitFirst(trump) }) : "",
  };
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
