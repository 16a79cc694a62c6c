import type { Bids } from "../../wire";
import type { DrawBoard } from "./wire";
import {
  HIDDEN,
  join,
  piecesText,
  type EventContext,
  type GameTexts,
  type Turn,
  type TurnText,
} from "../../lib/gameTexts";
import { t, textsOf } from "../../lib/messages";
import { numberName, pieceName } from "../../lib/pieces";
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
    play: (context) => {
      const {
        does,
        rest: [piece = "", end],
      } = context;
      return end
        ? join(does(`play${end}`, { piece: pieceName(piece) }), ends(context, piece))
        : does("lead", { piece: pieceName(piece) });
    },
    "table draw": ({ rest }) => {
      if (rest.includes(HIDDEN)) return rest.length > 1 ? msg("log.soldTwo") : "";
      return msg(rest.length > 1 ? "log.drawnTwo" : "log.drawn", { pieces: piecesText(rest) });
    },
  },
};

/** The ends of the line, if this tile is the newest on it. */
function ends({ board }: EventContext, tile: string): string {
  const { ends: shows, line, newest } = board as DrawBoard;
  if (!shows) return "";
  const last = line.at(newest === "left" ? 0 : -1)?.split("-");
  if (last?.sort((one, other) => Number(other) - Number(one)).join("-") !== tile) return "";
  return msg("log.ends", { left: numberName(shows.left), right: numberName(shows.right) });
}
