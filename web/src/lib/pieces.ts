// Cards and tiles in words.
import { has, t, textAt } from "./messages";

/** Whether a piece is a tile ("6-4") and not a card ("TD"). */
export function isTile(piece: string): boolean {
  return /^\d+-\d+$/.test(piece);
}

/** Whether a word is a card's name. */
export function isCard(word: string): boolean {
  return /^[2-9TJQKA][CDHS]$/.test(word);
}

export function rankOf(card: string): string {
  return card.slice(0, -1);
}

export function suitOf(card: string): string {
  return card.slice(-1);
}

/** "jack of diamonds". */
export function cardName(card: string): string {
  return t("pieces.card", { rank: rankName(rankOf(card)), suit: suitName(suitOf(card)) });
}

/** "six-four", "double blank". */
export function tileName(tile: string): string {
  const [high = "", low = ""] = tile.split("-");
  if (high === low) return t("pieces.double", { number: numberName(high) });
  return t("pieces.tile", { high: numberName(high), low: numberName(low) });
}

/** A card or a tile in words; an unknown one is face down, and other pieces keep their game's name. */
export function pieceName(piece: string | null): string {
  if (piece === null || piece === "??") return t("pieces.faceDown");
  if (isTile(piece)) return tileName(piece);
  return isCard(piece) ? cardName(piece) : piece;
}

/** "spades", "no trump"; other words stay unchanged. */
export function suitName(suit: string): string {
  const key = `pieces.suit.${suit}`;
  return has(key) ? textAt(key) : suit;
}

/** "spade", as in "the highest spade". */
export function oneOfSuit(suit: string): string {
  return textAt(`pieces.oneOfSuit.${suit}`);
}

export function rankName(rank: string): string {
  return textAt(`pieces.rank.${rank}`);
}

export function numberName(number: string | number): string {
  return textAt(`pieces.number.${number}`);
}
