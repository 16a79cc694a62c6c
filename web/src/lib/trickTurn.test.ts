import { expect, test } from "vitest";
import type { Mine, Trick } from "../wire";
import { trickTurn } from "./trickTurn";

const trick = (...cards: string[]): Trick => ({
  plays: cards.map((card, seat) => ({ seat, card })),
  winner: null,
});
const mine = (hand: string[], legal = hand): Mine =>
  ({ hand, legal: legal.map((card) => `play ${card}`) }) as unknown as Mine;

test("a request to play names what the legal cards have in common", () => {
  expect(trickTurn(trick(), mine(["2C", "3H"]))).toBe("Lead any card.");
  expect(trickTurn(trick(), mine(["2C", "3H"], ["2C"]))).toBe("Lead any suit but hearts.");
  expect(trickTurn(trick("9C"), mine(["2C", "3H"], ["2C"]))).toBe("Follow suit: clubs.");
  expect(trickTurn(trick("9C"), mine(["2C", "3H", "4S"], ["2C", "3H"]), "H")).toBe(
    "Follow suit with clubs, or trump with hearts.",
  );
  expect(trickTurn(trick("9C"), mine(["3H", "4S"]), "H")).toBe("Play any card: you have no clubs.");
  expect(trickTurn(trick("9C"), mine(["3H", "4S"], ["4S"]))).toBe(
    "Play any suit but hearts: you have no clubs.",
  );
});
