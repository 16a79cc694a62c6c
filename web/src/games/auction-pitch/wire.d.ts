/* Generated from the server's messages by make types. */

import type { Auction, TieBreak, Trick } from "../../wire";

/** Public board. */
export interface PitchBoard {
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
  game: "auction-pitch";
  target: number;
  auction: Auction;
  /** Seat that chooses trump; None during the bidding. */
  pitcher: number | null;
  trump: ("C" | "D" | "H" | "S") | null;
  trick: Trick;
  last_trick: Trick | null;
  tricks_won: number[];
  /** Card points in each seat's tricks in this deal so far: T 10, A 4, K 3, Q 2, J 1. */
  counts: number[];
  last: PitchSettlement | null;
}

/** Result of the last deal. */
export interface PitchSettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
  trump: "C" | "D" | "H" | "S";
  points: Point[];
  /** Card points in each seat's tricks: T 10, A 4, K 3, Q 2, J 1. */
  counts: number[];
  pitcher: number;
  bid: number | null;
  /** Number of points that the pitcher made. */
  made: number;
  /** First revoke of each seat that revoked. These seats scored nothing and lost the bid. */
  revokes: Revoke[];
}

/** One of the points of a deal: who scored it, and with which card. */
export interface Point {
  name: "high" | "low" | "jack" | "cards";
  /** Scorer; None if no seat scored it. */
  seat: number | null;
  /** Card that scored the point; None for the point called cards, or if the card was not dealt. */
  card: string | null;
}

/** First revoke of a seat in a deal. */
export interface Revoke {
  seat: number;
  /** Number of the trick, from 1. */
  trick: number;
  /** Card played, which is neither of the suit led nor a trump. */
  card: string;
  /** Cards of the suit led that the seat held then, the highest first. */
  held: string[];
}
