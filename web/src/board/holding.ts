// What a seat holds or has taken, in words and as a small picture with a number.
import { t } from "../lib/messages";

export interface Holding {
  /** A picture that boards share, or the outline of another on a field of 16 by 16. */
  picture: "card" | "tile" | "trick" | { path: string };
  /** What stands beside the picture. */
  number: string;
  words: string;
  /** How many are drawn, where that is not the number; and what stands beside them, where that is not it either. */
  many?: number;
  label?: string;
}

export function cardsHeld(count = 0): Holding {
  return { picture: "card", number: String(count), words: t("play.cards", { count }) };
}

export function tilesHeld(count = 0): Holding {
  return { picture: "tile", number: String(count), words: t("play.tiles", { count }) };
}

export function tricksWon(count = 0): Holding {
  return { picture: "trick", number: String(count), words: t("play.tricks", { count }) };
}
