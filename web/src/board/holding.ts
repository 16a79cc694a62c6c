// What a seat holds or has taken, in words and as a small picture with a number.
import { t } from "../lib/messages";

export interface Holding {
  picture: "card" | "tile" | "trick" | "pain";
  /** What stands beside the picture. */
  number: string;
  words: string;
}

export function cardsHeld(count = 0): Holding {
  return { picture: "card", number: String(count), words: t("play.cards", { count }) };
}

export function tilesHeld(count = 0): Holding {
  return { picture: "tile", number: String(count), words: t("play.tiles", { count }) };
}

/** What the tricks of a seat count for the point of cards (Auction Pitch). */
export function cardsCounted(count = 0): Holding {
  return { picture: "trick", number: String(count), words: t("play.pitch.counted", { count }) };
}

export function tricksWon(count = 0): Holding {
  return { picture: "trick", number: String(count), words: t("play.tricks", { count }) };
}
