import { expect, it } from "vitest";
import { partsOf, SIGNS, WORDS } from "./spelling";

it("spells pieces in words and in signs", () => {
  expect(["TD", "6-4", null].map(WORDS.piece)).toEqual(["ten of diamonds", "six-four", "face down"]);
  expect(["TD", "6-4", null, "gold"].map(SIGNS.piece)).toEqual(["10♦\uFE0E", "6-4", "face down", "gold"]);
  expect(["H", "none"].map(SIGNS.suit)).toEqual(["♥\uFE0E", "no trump"]);
});

it("divides a text at its signs, and leaves what a player typed", () => {
  expect(partsOf(`Ben plays the ${SIGNS.piece("TD")}.`)).toEqual([
    { text: "Ben plays the ", suit: null },
    { text: "10", suit: "D" },
    { text: ".", suit: null },
  ]);
  expect(partsOf(`${SIGNS.suit("S")} are trump`)[0]).toEqual({ text: "", suit: "S" });
  expect(partsOf("♥ says hello")).toEqual([{ text: "♥ says hello", suit: null }]);
});
