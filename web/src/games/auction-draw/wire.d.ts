/* Generated from the server's messages by make types. */

import type { Auction, TieBreak } from "../../wire";

/** Public board. */
export interface DrawBoard {
  phase: string;
  /** Number of this deal, from 1. */
  deal: number;
  /** Number of the last possible deal. */
  last_deal: number;
  dealer: number;
  /** Seats that may act now; in a sealed phase those that have not chosen yet. */
  acting: number[];
  /** Each seat's score, in points or chips. */
  scores: number[];
  /** Winning seats; empty while the match lasts. */
  winners: number[];
  /** Reason why one of several possible winners has won; None if there is no tie. */
  tie_break: TieBreak | null;
  /** Number of cards or tiles that each seat holds. */
  held: number[];
  /** Whether no remaining action can change the scores of this deal, from public information. */
  decided: boolean;
  game: "auction-draw";
  /** Highest number on a tile. */
  set: number;
  pool: number;
  /** Seat whose turn it is; in the auction, the auctioneer. */
  turn: number;
  /** Number of tiles bought in this turn. */
  bought: number;
  /** Tiles as they lie, from left to right: ``4-6`` lies with its four to the left. */
  line: string[];
  /** End at which the last tile was played; None before the second. */
  newest: ("left" | "right") | null;
  ends: Ends | null;
  boneyard: number;
  /** Number of its tiles that may still be bought one at a time. */
  buyable: number;
  auction: Auction;
  /** Lap of the auction, 1 or 2; None if there is none. */
  lap: number | null;
  last: DrawSettlement | null;
}

/** Settlement of the last round. */
export interface DrawSettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
  /** Tiles left in each seat's hand. */
  hands: string[][];
  pips: number[];
  /** Seats that took the pool, or shared it. */
  takers: number[];
  /** Chips that each seat took from it. */
  won: number[];
  ending: "out" | "blocked";
}

/** Numbers at the ends of the line. */
export interface Ends {
  left: number;
  right: number;
}
