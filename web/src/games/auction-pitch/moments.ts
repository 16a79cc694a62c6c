// Moments of a change of the board.
import { t } from "../../lib/messages";
import { suitName } from "../../lib/pieces";
import { sold, trickTaken, type MomentsOf } from "../../board/moments";
import { msg } from "./texts";
import type { PitchBoard } from "./wire";

export const momentsOf: MomentsOf<PitchBoard> = (change) => {
  const { was, now, who } = change;
  if (was.auction.open && !now.auction.open && now.pitcher !== null) {
    if (now.auction.bid) return [sold(change, now.pitcher, now.auction.bid, msg("board.lot"))];
    const text = msg("board.allPassed", { name: who(now.pitcher) });
    return [{ kind: "hammer", text, aloud: true, to: `seat-${now.pitcher}`, lot: msg("board.lot") }];
  }
  if (!was.trump && now.trump && was.deal === now.deal)
    return [
      {
        kind: "named",
        text: t("play.moment.trump", { suit: suitName(now.trump) }),
        aloud: true,
        to: "trump",
        suit: now.trump,
      },
    ];
  return trickTaken(change);
};
