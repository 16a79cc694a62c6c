// Suggested amounts in an auction for chips.

const ROUND = 5;
const MOST = 5;

/**
 * The lowest bids, then a few round ones above them, up to about half of the reader's chips. Larger bids are entered by
 * hand.
 */
export function suggestedBids(low: number, high: number): number[] {
  const small = [low, low + 1, low + 2];
  const next = (Math.floor((low + 2) / ROUND) + 1) * ROUND;
  const round = [next, next + ROUND].filter((bid) => bid <= Math.max(high / 2, low + ROUND));
  return [...small, ...round].filter((bid) => bid <= high).slice(0, MOST);
}
