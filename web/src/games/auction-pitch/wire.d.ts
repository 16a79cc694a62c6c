/* Generated from the server's messages by make types. */

import type {Auction, TieBreak, Trick} from "../../wire";

export interface Boards {
  PitchBoard?: PitchBoard;
  PitchSettlement?: PitchSettlement;
  Point?: Point;
}
/**
 * Public board.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "PitchBoard".
 */
export interface PitchBoard {
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
  game: "auction-pitch";
  target: number;
  auction: Auction;
  pitcher: number | null;
  trump: ("C" | "D" | "H" | "S") | null;
  trick: Trick;
  last_trick: Trick | null;
  tricks_won: number[];
  counts: number[];
  last: PitchSettlement | null;
}
/**
 * Scoring of the last deal.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "PitchSettlement".
 */
export interface PitchSettlement {
  deal: number;
  score: number[];
  carry: number;
  trump: "C" | "D" | "H" | "S";
  points: Point[];
  counts: number[];
  pitcher: number;
  bid: number | null;
  made: number;
}
/**
 * One of the points of a deal: who scored it, and with what.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "Point".
 */
export interface Point {
  name: "high" | "low" | "jack" | "cards";
  seat: number | null;
  card: string | null;
}
