// Pieces and suits in a text: in words, which are read out, or in signs, which are seen at a glance.
import { isCard, isTile, pieceName, rankOf, suitName, suitOf } from "./pieces";

export interface Spelling {
  /** A card or a tile; null is face down. */
  piece: (name: string | null) => string;
  suit: (suit: string) => string;
}

const TEXT = "\uFE0E"; // otherwise some browsers draw suits as emoji
const SYMBOLS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** Whether a word is the letter of a suit. */
export function isSuit(word: string): boolean {
  return word in SYMBOLS;
}

/** "♥". */
export function suitSign(suit: string): string {
  return `${SYMBOLS[suit] ?? ""}${TEXT}`;
}

/** "10♦", "6-4". */
export function pieceSign(piece: string): string {
  if (isTile(piece)) return piece;
  const rank = rankOf(piece);
  return `${rank === "T" ? "10" : rank}${suitSign(suitOf(piece))}`;
}

/** "jack of diamonds", "diamonds". */
export const WORDS: Spelling = { piece: pieceName, suit: suitName };

/** "J♦", "♦"; what has no sign is in words. */
export const SIGNS: Spelling = {
  piece: (name) => (name && (isCard(name) || isTile(name)) ? pieceSign(name) : pieceName(name)),
  suit: (suit) => (isSuit(suit) ? suitSign(suit) : suitName(suit)),
};

/** A part of a text: words, or a card or suit in signs. */
export interface TextPart {
  /** The words, or the rank of the card. */
  text: string;
  /** The suit's letter; null for words. */
  suit: string | null;
}

const SIGN = /((?:10|[2-9AJQK])?[♣♦♥♠])\uFE0E/u;

/** Divides a text at its signs, so that they can be drawn in the colours of their suits. */
export function partsOf(text: string): TextPart[] {
  const letters = Object.entries(SYMBOLS);
  const suitAt = (part: string): string | null =>
    letters.find(([, sign]) => part.endsWith(sign))?.[0] ?? null;
  return text.split(SIGN).flatMap((part, at) => {
    const suit = at % 2 ? suitAt(part) : null;
    return part ? [{ text: suit ? part.slice(0, -1) : part, suit }] : [];
  });
}
