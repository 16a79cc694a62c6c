import type { HouseBoard } from "./wire";
import { HIDDEN, join, type EventText, type GameTexts } from "../../lib/gameTexts";
import { textsOf } from "../../lib/messages";
import { pieceName } from "../../lib/pieces";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-house");

/** A sealed choice: when it is made, and again with its card when it is opened. */
function sealed(verb: "lay" | "kitty"): EventText {
  return ({ does, rest: [card = HIDDEN], board, open }) => {
    const form = open ? "Open" : card === HIDDEN || board.phase === verb ? "Sealed" : "";
    return does(verb + form, { piece: pieceName(card) });
  };
}

export const texts: GameTexts = {
  events: {
    lay: sealed("lay"),
    kitty: sealed("kitty"),
    trade: ({ does, seat, rest: [other], board, who }) => {
      const { shown } = board as HouseBoard;
      const [given, taken] = [shown[seat], shown[Number(other)]];
      const what =
        given && taken ? msg("log.tradeCards", { given: pieceName(given), taken: pieceName(taken) }) : "";
      return join(does("trade", { other: who(Number(other)) }), what);
    },
  },
  notes: {
    kitty: ([seat = "", points], names) => ({ names: names([seat]), count: Number(points) }),
  },
};
