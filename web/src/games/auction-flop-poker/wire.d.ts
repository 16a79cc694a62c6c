/* Generated from the server's messages by make types. */

import type { Auction, TieBreak } from "../../wire";

/** Flop that a player took in this deal. */
export interface Flop {
  cards: string[];
  taker: number;
  /** Number of the flop's cards that the taker kept. */
  kept: number;
  /** Price paid for the flop; 0 if it was free. */
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
  game: "auction-flop-poker";
  pot: number;
  /** Prizes for first, second and (with three or more seats) third place, if the current pot were paid out. */
  prizes: number[];
  ante: number;
  /** Seat that has First Voice. */
  voice: number;
  /** Number of cards that each seat has discarded; None before its turn. */
  discarded: (number | null)[];
  /** Price of discarding 0, 1, … cards. */
  prices: number[];
  /** Seats with fewer than five cards; empty until all seats have had their turn to discard. */
  short: number[];
  stock: number;
  /** Cards of the current flop. */
  flop: string[];
  /** Seat that has taken the flop and is choosing the cards to keep. */
  buyer: number | null;
  /** Flops that were taken in this deal, in order. */
  flops: Flop[];
  auction: Auction;
  /** Price of refusing the flop while a seat can take it for nothing; otherwise None. */
  fee: number | null;
  last: FlopSettlement | null;
}

/** Result of the last showdown. */
export interface FlopSettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
  /** Each seat's five cards in showdown order: repeated ranks first, then high ranks. */
  hands: string[][];
  /**
   * Class of each hand: ``high-card``, ``pair``, ``two-pair``, ``three``, ``straight``, ``flush``, ``full-house``,
   * ``four``, ``straight-flush``.
   */
  made: string[];
  /** Place of each seat, from 1. Tied seats all have the best of their places. */
  places: number[];
  prizes: number[];
  pot: number;
}
