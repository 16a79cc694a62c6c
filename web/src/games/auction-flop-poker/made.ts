// Order of a hand, and its class with cards that the reader has picked up; the server names that of the hand itself.
import { rankOf, suitOf } from "../../lib/pieces";

const RANKS = "23456789TJQKA";
/** Numbers of equal cards, the most first, and the class that they make. */
const EQUAL: [string, string][] = [
  ["4", "four"],
  ["32", "full-house"],
  ["3", "three"],
  ["22", "two-pair"],
  ["2", "pair"],
];

/** The cards with the highest rank first, so that equal ranks are next to each other. */
export function byRank(cards: string[]): string[] {
  return [...cards].sort((one, other) => RANKS.indexOf(rankOf(other)) - RANKS.indexOf(rankOf(one)));
}

/** The class of at most five cards, by the server's names; a straight and a flush need five. */
export function madeOf(cards: string[]): string {
  const straight = isStraight(cards);
  const flush = cards.length === 5 && new Set(cards.map(suitOf)).size === 1;
  if (straight && flush) return "straight-flush";
  const ranks = cards.map(rankOf);
  const counts = [...new Set(ranks)].map((rank) => ranks.filter((other) => other === rank).length);
  const shape = counts.sort((one, other) => other - one).join("");
  const equal = EQUAL.find(([start]) => shape.startsWith(start))?.[1];
  if (equal === "four" || equal === "full-house") return equal;
  if (flush) return "flush";
  return straight ? "straight" : (equal ?? "high-card");
}

/** Whether five ranks follow each other; the ace may be the lowest. */
function isStraight(cards: string[]): boolean {
  const places = [...new Set(cards.map((card) => RANKS.indexOf(rankOf(card))))].sort((a, b) => a - b);
  return places.length === 5 && (places[4]! - places[0]! === 4 || places.join() === "0,1,2,3,12");
}
