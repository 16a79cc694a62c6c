// Places of cards in front of their seats, where no card hides the index of another: its rank and suit, top left.
import { placeOf, type Place } from "./places";

interface Spread {
  /** Distances of the outermost cards from the centre, in widths and heights of a card. */
  across: number;
  along: number;
  /** With smaller distances downwards, in heights of a card, a card would hide the index of the one behind it. */
  least: number;
  /** Shift of the nearest card to the right in that case, and of the farthest to the left, in widths of a card. */
  lean: number;
}

/** Spreads by the number of seats, from two. */
const SPREADS: Spread[] = [
  { across: 0.8, along: 0.42, least: 0.23, lean: 0.17 },
  { across: 0.8, along: 0.42, least: 0, lean: 0 },
  { across: 0.8, along: 0.42, least: 0.23, lean: 0.17 },
  { across: 1.05, along: 0.5, least: 0, lean: 0 },
  { across: 1.3, along: 0.55, least: 0.46, lean: 0.34 },
  { across: 1.48, along: 0.6, least: 0, lean: 0 },
  { across: 1.5, along: 0.6, least: 0, lean: 0 },
];
/** On a circle, the third and fourth of seven cards would be too close to each other. */
const SEVEN = [0, -0.74, -1, -0.44, 0.44, 1, 0.74];

/** The spread of a number of seats. */
export function spreadOf(seats: number): Spread {
  return SPREADS[Math.max(0, seats - 2)] ?? SPREADS.at(-1)!;
}

/** Direction of a card from the centre, in parts of the spread's distances. */
export function cardPlaceOf(seat: number, near: number, seats: number): Place {
  const place = placeOf(seat, near, seats);
  const x = seats === 7 ? SEVEN[(seat - near + seats) % seats]! : place.x;
  return { x, y: place.y };
}

/** Position in the stack: cards lie over those to their left, and over the farther ones in their column. */
export function layerOf({ x, y }: Place): number {
  return 100 * Math.round(50 * (x + 1)) + Math.round(10 * (y + 1));
}
