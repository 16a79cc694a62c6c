import { piecesText, type EventText, type GameTexts } from "../../lib/gameTexts";
import { textsOf } from "../../lib/messages";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-flop-poker");

/** Name of a poker hand on the table: "two pairs". */
export function handText(made: string): string {
  return msg(`board.hand.${made as keyof typeof english.board.hand}`);
}

/** A choice of cards, which others see only after the match. */
function chosen(verb: "discard" | "keep"): EventText {
  return ({ does, rest, open }) => {
    if (rest.length === 0) return does(`${verb}None`);
    return does(open ? `${verb}Open` : verb, { count: rest.length, pieces: piecesText(rest) });
  };
}

export const texts: GameTexts = {
  events: { discard: chosen("discard"), keep: chosen("keep") },
  notes: {
    best: ([made = "", ...seats], names) => ({
      names: names(seats),
      made: handText(made),
    }),
  },
};
