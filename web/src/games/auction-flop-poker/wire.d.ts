/* Generated from the server's messages by make types. */

import type { Auction, TieBreak } from "../../wire";

/** Flop of this deal that a player took. */
export interface Flop {
  cards: string[];
  taker: number;
  /** Number of its cards that the taker kept. */
  kept: number;
  /** Price paid for it; 0 if it was free. */
  paid: number;
}

/** Public board. */
export interface FlopBoard {
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
  game: "auction-flop-poker";
  pot: number;
  /** Prizes from the current pot for first, second and (with three or more seats) third place. */
  prizes: number[];
  ante: number;
  /** Seat that has First Voice. */
  voice: number;
  /** Number of cards that each seat has discarded; None before its turn. */
  discarded: (number | null)[];
  /** Price of discarding 0, 1, … cards. */
  prices: number[];
  /** Seats with fewer than five cards, once all have discarded. */
  short: number[];
  stock: number;
  /** Cards of the flop on the table. */
  flop: string[];
  /** Seat that has the flop and is to keep some of it. */
  buyer: number | null;
  /** Flops of this deal that were taken, in order. */
  flops: Flop[];
  auction: Auction;
  /** Price of refusing the flop, while it is offered free. */
  fee: number | null;
  last: FlopSettlement | null;
}

/** Settlement of the last showdown. */
export interface FlopSettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
  /** Each seat's five cards, the strongest first. */
  hands: string[][];
  /**
   * Class of each hand: ``high-card``, ``pair``, ``two-pair``, ``three``, ``straight``, ``flush``, ``full-house``,
   * ``four``, ``straight-flush``.
   */
  made: string[];
  /** Best place that each seat shared, from 1. */
  places: number[];
  prizes: number[];
  pot: number;
}
