// What a game adds to the plate of a seat.
import type { Holding } from "./holding";

export interface PlateFacts {
  /** Last call of the seat in the auction, in words. */
  said?: string | null;
  /** The same call in signs, if it is shorter. */
  call?: string | null;
  /** Words such as "pitcher". */
  marks?: (string | false)[];
  /** Names of explanations that a tap on the plate opens. */
  terms?: (string | false)[];
  /** Its winnings so far, such as "3 tricks". */
  count?: Holding | null;
  /** Its pieces, such as "5 cards". */
  held?: Holding | null;
}
