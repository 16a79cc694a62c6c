// Moments of a change of the board.
import { sold, type MomentsOf } from "../../board/moments";
import { msg } from "./texts";
import type { FlopBoard } from "./wire";

export const withheld: (keyof FlopBoard)[] = ["pot", "prizes"];

export const momentsOf: MomentsOf<FlopBoard> = (change) => {
  const { was, now } = change;
  const auctioned = was.phase === "bid" || was.phase === "take";
  if (!auctioned || now.phase !== "keep" || now.buyer === null) return [];
  return [sold(change, now.buyer, was.phase === "bid" ? now.auction.bid : null, msg("board.lot"), now.flop)];
};
