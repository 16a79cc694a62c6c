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
  /** Seats that may act now. In a sealed phase, these are the seats that have not chosen yet. */
  acting: number[];
  /** Each seat's score, in points or chips. */
  scores: number[];
  /** Winning seats; empty until the match has ended. */
  winners: number[];
  /** Why one of several possible winners has won; None if there was no tie. */
  tie_break: TieBreak | null;
  /** Number of cards or tiles that each seat holds. */
  held: number[];
  /**
   * Verb with which a seat plays one of its pieces in this phase, openly and without a price; None in other phases.
   *
   * Clients may let a player choose such a play before their turn.
   */
  plays: string | null;
  /** Whether public information shows that the scores of this deal can no longer change. */
  decided: boolean;
  game: "auction-draw";
  /** Highest number on a tile. */
  set: number;
  pool: number;
  /** Seat whose turn it is; during the auction, the seat whose turn led to it. */
  turn: number;
  /** Number of tiles bought in this turn. */
  bought: number;
  /** Tiles in the line from left to right, each with its left number first: ``4-6`` has its four to the left. */
  line: string[];
  /** End at which the last tile was played; None if at most one tile has been played. */
  newest: ("left" | "right") | null;
  ends: Ends | null;
  boneyard: number;
  /** Number of boneyard tiles that can still be bought one at a time. */
  buyable: number;
  auction: Auction;
  /** Lap of the auction, 1 or 2; None if there is no auction now. */
  lap: number | null;
  last: DrawSettlement | null;
}

/** Result of the last round. */
export interface DrawSettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
  /** Tiles left in each seat's hand. */
  hands: string[][];
  pips: number[];
  /** Seats that took or shared the pool. */
  takers: number[];
  /** Chips that each seat took from the pool. */
  won: number[];
  ending: "out" | "blocked";
}

/** Numbers at the ends of the line. */
export interface Ends {
  left: number;
  right: number;
}
