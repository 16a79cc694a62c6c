/* Generated from the server's messages by make types. */

import type { Auction, TieBreak, Trick } from "../../wire";

/** Public board. */
export interface HeartsBoard {
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
  game: "auction-hearts";
  pot: number;
  auction: Auction;
  /** Seat that names or has named the pain suit; None during the auction or if all seats passed. */
  namer: number | null;
  /** Whether the last pot was not won, so that this deal had no auction. */
  stayed: boolean;
  pain: ("C" | "D" | "H" | "S") | null;
  /** Whether a pain card has been played in this deal. */
  broken: boolean;
  /** Number of pain cards that each seat has taken in this deal. */
  taken: number[];
  trick: Trick;
  last_trick: Trick | null;
  tricks_won: number[];
  last: HeartsSettlement | null;
}

/** Result of the last deal. */
export interface HeartsSettlement {
  deal: number;
  /** Change of each seat's score by the deal. */
  score: number[];
  carry: number;
  /** Pain suit; None if no card was played. */
  pain: ("C" | "D" | "H" | "S") | null;
  /** Number of pain cards that each seat took. */
  taken: number[];
  /** How the deal ended: ``one clear``, ``two clear``, ``none clear``, ``all the pain``, ``moon`` or ``redeal``. */
  ending: string;
}
