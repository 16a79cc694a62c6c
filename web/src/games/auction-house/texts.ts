import type { HouseBoard } from "./wire";
import { HIDDEN, join, type EventText, type GameTexts, type Turn, type TurnText } from "../../lib/gameTexts";
import { textsOf } from "../../lib/messages";
import { cardName, oneOfSuit, rankOf } from "../../lib/pieces";
import { suitFirst, trickTurn } from "../../lib/trickTurn";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-house");

/** A sealed choice: when it is made, and again with its card when it is opened. */
function sealed(verb: "lay" | "kitty"): EventText {
  return ({ does, rest: [card = HIDDEN], board, open, spelling }) => {
    const form = open ? "Open" : card === HIDDEN || board.phase === verb ? "Sealed" : "";
    return does(verb + form, { piece: spelling.piece(card) });
  };
}

/** "6 + 7 + 1 + 9", and the points carried to this kitty. */
export function sumText(kitty: string[], carried = 0): string {
  return [...kitty.map(pointsOf), ...(carried ? [carried] : [])].join(" + ");
}

function pointsOf(card: string): number {
  return "A23456789T".indexOf(rankOf(card)) + 1;
}

/** The rule by which a card is traded. */
export function tradeText({ called, must_trade, shown }: HouseBoard): string {
  const suit = { suit: suitFirst(called ?? ""), one: oneOfSuit(called ?? "") };
  const card = must_trade === null ? null : shown[must_trade];
  return card ? msg("board.mustTrade", { ...suit, card: cardName(card) }) : msg("board.anyTrade", suit);
}

/** The request to lay a card, with the offer that it answers. */
function laying({ starter, called, shown }: HouseBoard, name: Turn["name"]): TurnText {
  const values = {
    name: name(starter ?? 0),
    card: cardName(shown[starter ?? 0] ?? ""),
    one: oneOfSuit(called ?? ""),
  };
  return { act: msg("turn.layFor", values), meaning: msg("turn.layMeaning", values) };
}

function turn({ board, mine, can, name }: Turn): TurnText {
  const house = board as HouseBoard;
  if (can("offer")) return { act: msg("turn.offer"), meaning: msg("turn.offerMeaning") };
  if (can("lay")) return laying(house, name);
  if (can("kitty")) return { act: msg("turn.kitty"), meaning: msg("turn.kittyMeaning") };
  if (can("trade")) {
    const card = house.must_trade === null ? null : house.shown[house.must_trade];
    const act = card ? msg("turn.must", { card: cardName(card) }) : msg("turn.any");
    return { act, meaning: tradeText(house) };
  }
  const { trick, trump } = house;
  const plain = trump === "none" ? msg("turn.noTrump") : "";
  return {
    act: trickTurn(trick, mine, trump),
    meaning: trump && !plain ? msg("turn.trump", { suit: suitFirst(trump) }) : plain,
  };
}

export const texts: GameTexts = {
  turn,
  goal: () => msg("goal"),
  events: {
    lay: sealed("lay"),
    kitty: sealed("kitty"),
    trade: ({ does, seat, rest: [other], board, who, spelling }) => {
      const { shown } = board as HouseBoard;
      const [given, taken] = [shown[seat], shown[Number(other)]];
      const cards = given && taken && { given: spelling.piece(given), taken: spelling.piece(taken) };
      const what = cards ? msg("log.tradeCards", cards) : "";
      return join(does("trade", { other: who(Number(other)) }), what);
    },
  },
  notes: {
    kitty: ([seat = "", points], names) => ({ names: names([seat]), count: Number(points) }),
  },
};
