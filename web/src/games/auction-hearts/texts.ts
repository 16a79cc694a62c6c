import type { GameTexts, Turn, TurnText } from "../../lib/gameTexts";
import { t, textsOf, type Values } from "../../lib/messages";
import { oneOfSuit } from "../../lib/pieces";
import { trickTurn } from "../../lib/trickTurn";
import type english from "./messages/en.json";
import type { HeartsBoard } from "./wire";

export const msg = textsOf<typeof english>("auction-hearts");

/** How a deal ended, by the name of its ending: "one clear". */
export function endingText(ending: string, values: Values): string {
  return msg(`board.ending.${ending.replaceAll(" ", "-") as keyof typeof english.board.ending}`, values);
}

function turn({ board, mine, can }: Turn): TurnText {
  const { trick, pain } = board as HeartsBoard;
  if (can("play"))
    return {
      act: trickTurn(trick, mine),
      meaning: pain ? msg("turn.pain", { one: oneOfSuit(pain) }) : "",
    };
  if (can("name")) return { act: msg("turn.name"), meaning: msg("turn.price") };
  const bid = mine.bids ? msg("turn.bid", { count: mine.bids.low }) : t("play.turn.pass");
  return { act: bid, meaning: msg("board.lotNote") };
}

export const texts: GameTexts = {
  turn,
  goal: () => msg("goal"),
  explains: {
    pain: ({ options }) => msg(options.pain_limits === "off" ? "explains.pain" : "explains.painLimits"),
  },
};
