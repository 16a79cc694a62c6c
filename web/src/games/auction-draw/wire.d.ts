/* Generated from the server's messages by make types. */

import type {Auction, TieBreak} from "../../wire";

export interface Boards {
  DrawBoard?: DrawBoard;
  DrawSettlement?: DrawSettlement;
  Ends?: Ends;
}
/**
 * Public board.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "DrawBoard".
 */
export interface DrawBoard {
  phase: string;
  deal: number;
  last_deal: number;
  dealer: number;
  acting: number[];
  scores: number[];
  winners: number[];
  tie_break: TieBreak | null;
  held: number[];
  decided: boolean;
  game: "auction-draw";
  set: number;
  pool: number;
  turn: number;
  bought: number;
  line: string[];
  newest: ("left" | "right") | null;
  ends: Ends | null;
  boneyard: number;
  buyable: number;
  auction: Auction;
  lap: number | null;
  last: DrawSettlement | null;
}
/**
 * Numbers at the ends of the line.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "Ends".
 */
export interface Ends {
  left: number;
  right: number;
}
/**
 * Settlement of the last round.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "DrawSettlement".
 */
export interface DrawSettlement {
  deal: number;
  score: number[];
  carry: number;
  hands: string[][];
  pips: number[];
  takers: number[];
  won: number[];
  ending: "out" | "blocked";
}
