/* Generated from the server's messages by make types. */

import type {Auction, TieBreak, Trick} from "../../wire";

export interface Boards {
  HouseBoard?: HouseBoard;
  HouseSettlement?: HouseSettlement;
}
/**
 * Public board.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "HouseBoard".
 */
export interface HouseBoard {
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
  game: "auction-house";
  carried: number;
  auction: Auction;
  starter: number | null;
  partner: number | null;
  must_trade: number | null;
  called: ("C" | "D" | "H" | "S") | null;
  shown: (string | null)[];
  laid: number[];
  aside: number[];
  trump_card: string | null;
  trump: ("C" | "D" | "H" | "S") | "none" | null;
  trumps: string[];
  trick: Trick;
  last_trick: Trick | null;
  tricks_won: number[];
  last: HouseSettlement | null;
}
/**
 * Scoring of the last round.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "HouseSettlement".
 */
export interface HouseSettlement {
  deal: number;
  score: number[];
  carry: number;
  kitty: string[];
  worth: number;
  carried: number;
  tricks: number[];
  winner: number | null;
}
