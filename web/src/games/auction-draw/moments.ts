// Moments of a change of the board.
import { sold, type MomentsOf } from "../../board/moments";
import { msg } from "./texts";
import type { DrawBoard } from "./wire";

export const withheld: (keyof DrawBoard)[] = ["pool"];

export const momentsOf: MomentsOf<DrawBoard> = (change) => {
  const { was, now } = change;
  if (was.phase !== "bid" || now.phase === "bid" || was.deal !== now.deal) return [];
  const { bid, bidder } = now.auction.bidder === null ? was.auction : now.auction;
  if (bidder !== null) return [{ ...sold(change, bidder, bid, msg("board.lot"), [null, null]), tiles: true }];
  return [
    { kind: "hammer", text: msg("board.unsold"), aloud: true, to: null, tiles: true, pieces: [null, null] },
  ];
};
