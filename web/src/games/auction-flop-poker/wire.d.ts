/* Generated from the server's messages by make types. */

import type {Auction, TieBreak} from "../../wire";

export interface Boards {
  Flop?: Flop;
  FlopBoard?: FlopBoard;
  FlopSettlement?: FlopSettlement;
}
/**
 * Flop of this deal that a player took.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "Flop".
 */
export interface Flop {
  cards: string[];
  taker: number;
  kept: number;
  paid: number;
}
/**
 * Public board.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "FlopBoard".
 */
export interface FlopBoard {
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
  game: "auction-flop-poker";
  pot: number;
  prizes: number[];
  ante: number;
  voice: number;
  discarded: (number | null)[];
  prices: number[];
  short: number[];
  stock: number;
  flop: string[];
  buyer: number | null;
  flops: Flop[];
  auction: Auction;
  fee: number | null;
  last: FlopSettlement | null;
}
/**
 * Settlement of the last showdown.
 *
 * This interface was referenced by `Boards`'s JSON-Schema
 * via the `definition` "FlopSettlement".
 */
export interface FlopSettlement {
  deal: number;
  score: number[];
  carry: number;
  hands: string[][];
  made: string[];
  places: number[];
  prizes: number[];
  pot: number;
}
