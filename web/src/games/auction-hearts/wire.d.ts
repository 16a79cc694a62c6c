/* Generated from the server's messages by make types. */

import type {Auction, TieBreak, Trick} from "../../wire";

export interface Boards {
  HeartsBoard?: HeartsBoard;
  HeartsSettlement?: HeartsSettlement;
}
/**
 * Public board.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "HeartsBoard".
 */
export interface HeartsBoard {
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
  game: "auction-hearts";
  pot: number;
  auction: Auction;
  namer: number | null;
  stayed: boolean;
  pain: ("C" | "D" | "H" | "S") | null;
  broken: boolean;
  taken: number[];
  trick: Trick;
  last_trick: Trick | null;
  tricks_won: number[];
  last: HeartsSettlement | null;
}
/**
 * Settlement of the last deal.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "HeartsSettlement".
 */
export interface HeartsSettlement {
  deal: number;
  score: number[];
  carry: number;
  pain: ("C" | "D" | "H" | "S") | null;
  taken: number[];
  ending: string;
}
