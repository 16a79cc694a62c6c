import { expect, test } from "vitest";
import { cardPlaceOf, layerOf, spreadOf } from "./spread";

/** Size of an index, and the ratio of a card's height to its width. */
const INDEX = { width: 0.29, height: 0.44 };
const CARD = 1.4;

/** Pairs of seats of which one hides the index of the other; the rise is in heights of a card. */
function hidden(seats: number, rise: number, narrow: number): string[] {
  const { across, least, lean } = spreadOf(seats);
  const cards = Array.from({ length: seats }, (_, seat) => {
    const { x, y } = cardPlaceOf(seat, 0, seats);
    const left = x * across * narrow + (rise < least ? y * lean : 0);
    return { seat, left, top: y * rise * CARD, layer: layerOf({ x, y }) };
  });
  return cards.flatMap((card) =>
    cards
      .filter(({ layer }) => layer > card.layer)
      .filter(({ left }) => left < card.left + INDEX.width && left + 1 > card.left)
      .filter(({ top }) => top < card.top + INDEX.height * CARD && top + CARD > card.top)
      .map(({ seat }) => `${seat} over ${card.seat}`),
  );
}

test.each([2, 3, 4, 5, 6, 7])("no card hides the index of another with %d seats", (seats) => {
  for (let rise = 0; rise <= spreadOf(seats).along; rise += 0.01)
    for (const narrow of seats > 5 ? [1, 0.87] : [1])
      expect(hidden(seats, rise, narrow), `${rise}`).toEqual([]);
});

test("each card of a spread has its own layer", () => {
  for (const seats of [2, 3, 4, 5, 6, 7]) {
    const layers = Array.from({ length: seats }, (_, seat) => layerOf(cardPlaceOf(seat, 0, seats)));
    expect(new Set(layers).size).toBe(seats);
  }
});
