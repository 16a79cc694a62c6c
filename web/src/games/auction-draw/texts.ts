import type { Bids } from "../../wire";
import type { DrawBoard } from "./wire";
import { HIDDEN, piecesText, type GameTexts, type Turn, type TurnText } from "../../lib/gameTexts";
import { t, textsOf } from "../../lib/messages";
import { numberName } from "../../lib/pieces";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-draw");

function turn({ board, mine, can }: Turn): TurnText {
  const { phase, ends: shows, lap } = board as DrawBoard;
  if (phase === "bid")
    return { act: bidding(mine.bids), meaning: msg(lap === 1 ? "turn.again" : "turn.last") };
  if (!shows) return { act: msg("turn.lead"), meaning: msg("turn.leadMeaning") };
  const numbers = { left: numberName(shows.left), right: numberName(shows.right) };
  if (can("play"))
    return { act: msg(can("buy") ? "turn.playOrBuy" : "turn.play"), meaning: msg("turn.ends", numbers) };
  return { act: can("buy") ? msg("turn.buy") : t("play.turn.pass"), meaning: msg("turn.noFit", numbers) };
}

function bidding(bids: Bids | null): string {
  if (!bids) return t("play.turn.pass");
  return bids.low === 0 ? msg("turn.check") : msg("turn.bid", { count: bids.low });
}

export const texts: GameTexts = {
  turn,
  goal: () => msg("goal"),
  explains: {
    boneyard: ({ options }) =>
      msg(options.last_two === "left" ? "explains.boneyardLeft" : "explains.boneyard"),
  },
  events: {
    play: ({ does, rest: [piece = "", end], spelling }) => {
      return does(end ? `play${end}` : "lead", { piece: spelling.piece(piece) });
    },
    "table draw": ({ rest, spelling }) => {
      if (rest.includes(HIDDEN)) return rest.length > 1 ? msg("log.soldTwo") : "";
      return msg(rest.length > 1 ? "log.drawnTwo" : "log.drawn", { pieces: piecesText(rest, spelling) });
    },
  },
};
