/* Generated from the server's messages by make types. */

import type { Auction, TieBreak, Trick } from "../../wire";

/** Public board. */
export interface HouseBoard {
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
  game: "auction-house";
  /** Points carried to this round's kitty. */
  carried: number;
  auction: Auction;
  starter: number | null;
  /** Seat that traded with the starter. */
  partner: number | null;
  /**
   * Seat with which the starter must trade, because it laid the highest card of the called suit; None if no seat laid
   * that suit.
   */
  must_trade: number | null;
  called: ("C" | "D" | "H" | "S") | null;
  /** Card that each seat has shown in this round's auction; None while the card is sealed. */
  shown: (string | null)[];
  /** Seats that have laid a card that is still sealed. */
  laid: number[];
  /** Seats that have put a card into the kitty. */
  aside: number[];
  trump_card: string | null;
  /** Trump suit; None before the card is turned; ``none`` in the last round. */
  trump: ("C" | "D" | "H" | "S") | "none" | null;
  /** Court cards turned so far in this match, in the order in which they were turned. */
  trumps: string[];
  trick: Trick;
  last_trick: Trick | null;
  tricks_won: number[];
  last: HouseSettlement | null;
}

/** Result of the last round. */
export interface HouseSettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
  /** Each seat's card in the kitty. */
  kitty: string[];
  /** Total points of the cards in the kitty. */
  worth: number;
  /** Points carried to this kitty from earlier rounds. */
  carried: number;
  tricks: number[];
  /** Seat with the most tricks; None for a tie. */
  winner: number | null;
}
