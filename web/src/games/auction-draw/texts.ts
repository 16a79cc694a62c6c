import type { DrawBoard } from "./wire";
import { HIDDEN, join, piecesText, type EventContext, type GameTexts } from "../../lib/gameTexts";
import { textsOf } from "../../lib/messages";
import { numberName, pieceName } from "../../lib/pieces";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-draw");

export const texts: GameTexts = {
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
