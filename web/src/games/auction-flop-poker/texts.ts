import {
  piecesText,
  type DealAndRules,
  type EventText,
  type GameTexts,
  type Turn,
  type TurnText,
} from "../../lib/gameTexts";
import { t, textsOf } from "../../lib/messages";
import type english from "./messages/en.json";
import type { FlopBoard } from "./wire";

export const msg = textsOf<typeof english>("auction-flop-poker");

/** Name of a poker hand on the table: "two pairs". */
export function handText(made: string): string {
  return msg(`board.hand.${made as keyof typeof english.board.hand}`);
}

/** A choice of cards, which others see only after the match. */
function chosen(verb: "discard" | "keep"): EventText {
  return ({ does, rest, open, spelling }) => {
    if (rest.length === 0) return does(`${verb}None`);
    return does(open ? `${verb}Open` : verb, { count: rest.length, pieces: piecesText(rest, spelling) });
  };
}

/** Number of cards in a full hand. */
export const FULL = 5;
/** Number of cards in a flop. */
const FLOP = 3;

function turn({ board, mine, can }: Turn): TurnText {
  const { fee, auction } = board as FlopBoard;
  const missing = FULL - mine.hand.length;
  if (can("discard")) return { act: msg("turn.discard"), meaning: msg("turn.discardMeaning") };
  if (can("keep"))
    return {
      act: msg("turn.keep", { count: Math.min(missing, FLOP) }),
      meaning: msg("turn.keepMeaning", { count: missing }),
    };
  if (can("refuse")) return { act: msg("turn.refuse", { count: fee ?? 0 }), meaning: msg("turn.free") };
  if (can("take")) return { act: msg("turn.take"), meaning: msg("turn.must") };
  const bid = msg("turn.bid", { count: (auction.bid ?? 0) + 1 });
  return { act: can("bid") ? bid : t("play.turn.pass"), meaning: msg("turn.bidMeaning") };
}

/** Who wins how much of the pot; two players compete for two prizes. */
function prizes({ board }: DealAndRules): string {
  return msg((board as FlopBoard).prizes.length > 2 ? "goal" : "goalTwo");
}

export const texts: GameTexts = {
  turn,
  goal: prizes,
  explains: {
    prizes,
    voice: ({ options }) =>
      msg(options.first_voice === "rotates" ? "explains.voiceRotates" : "explains.voice"),
  },
  events: { discard: chosen("discard"), keep: chosen("keep") },
  notes: {
    best: ([made = "", ...seats], names) => ({
      names: names(seats),
      made: handText(made),
    }),
  },
};
