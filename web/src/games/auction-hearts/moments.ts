// Moments of a change of the board.
import { suitName } from "../../lib/pieces";
import { sold, trickTaken, type MomentsOf } from "../../board/moments";
import { msg } from "./texts";
import type { HeartsBoard } from "./wire";

export const withheld: (keyof HeartsBoard)[] = ["pot"];

export const momentsOf: MomentsOf<HeartsBoard> = (change) => {
  const { was, now } = change;
  if (was.auction.open && !now.auction.open && now.namer !== null)
    return [sold(change, now.namer, now.auction.bid, msg("board.lot"))];
  if (!was.pain && now.pain && was.deal === now.deal)
    return [
      {
        kind: "named",
        text: msg("board.painIs", { suit: suitName(now.pain) }),
        aloud: now.namer === null,
        to: "trump",
        suit: now.pain,
      },
    ];
  return trickTaken(change);
};
