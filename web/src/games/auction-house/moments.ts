// Moments of a change of the board.
import { t } from "../../lib/messages";
import { suitName, suitOf } from "../../lib/pieces";
import { trickTaken, type Moment, type MomentsOf } from "../../board/moments";
import { msg } from "./texts";
import type { HouseBoard } from "./wire";

export const withheld: (keyof HouseBoard)[] = ["carried"];

export const momentsOf: MomentsOf<HouseBoard> = (change) => [
  ...traded(change),
  ...turned(change),
  ...trickTaken(change),
];

/** The auction is decided: two cards change hands. */
const traded: MomentsOf<HouseBoard> = ({ was, now, name, who }) => {
  const [starter, partner] = [now.starter, now.partner];
  if (was.partner !== null || starter === null || partner === null || was.deal !== now.deal) return [];
  const pieces = [now.shown[starter] ?? null, now.shown[partner] ?? null];
  const text = msg("board.tradeDone", { name: name(starter), other: who(partner) });
  return [
    { kind: "hammer", text, to: `seat-${starter}`, pieces, stamp: msg("board.traded"), sound: "gavel" },
  ];
};

/** The trump card is turned up. */
const turned: MomentsOf<HouseBoard> = ({ was, now }): Moment[] => {
  const card = now.trump_card;
  if (!card || card === was.trump_card) return [];
  const text = t("play.moment.trump", { suit: suitName(suitOf(card)) });
  return [{ kind: "turned", text, to: "trump", pieces: [card], sound: "card" }];
};
