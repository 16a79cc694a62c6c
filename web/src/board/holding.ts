// What a seat holds or has taken, in words and as a small picture with a number.
import { t } from "../lib/messages";

export interface Holding {
  /** A picture shared by boards, or another outline on a field of 16 by 16. */
  picture: "card" | "tile" | "trick" | { path: string };
  number: number;
  words: string;
}

export function cardsHeld(number = 0): Holding {
  return { picture: "card", number, words: t("play.cards", { count: number }) };
}

export function tilesHeld(number = 0): Holding {
  return { picture: "tile", number, words: t("play.tiles", { count: number }) };
}

export function tricksWon(number = 0): Holding {
  return {
    picture: "trick",
    number,
    words: number ? t("play.tricks", { count: number }) : t("play.noTricks"),
  };
}
