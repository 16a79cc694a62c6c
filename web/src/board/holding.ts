// What a seat holds or has taken, in words and as a small picture with a number.
import { t } from "../lib/messages";

export interface Holding {
  /** A picture shared by boards, or another outline on a field of 16 by 16. */
  picture: "card" | "tile" | "trick" | { path: string };
  /** Text next to the picture. */
  number: string;
  words: string;
  /** Number of drawn pieces, and the text next to them, if they differ from the number. */
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
