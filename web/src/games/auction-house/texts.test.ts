import { describe, expect, it } from "vitest";
import { eventText } from "../../lib/eventText";
import { noteText } from "../../board/notes";
import { moveShort, moveText } from "../../lib/moves";
import type { HouseBoard } from "./wire";

const GAME = "auction-house";
const NAMES = ["Ann", "Ben", "Cay", "Dan"];

it("says every note that the server makes", () => {
  const notes = {
    "kitty 1 17": "Ben scored the kitty, 17 points.",
    "tied 20": "A tie for most tricks.",
    lost: "A tie in the last deal: the kitty is lost.",
  };
  for (const [note, text] of Object.entries(notes)) expect(noteText(GAME, note, NAMES)).toBe(text);
});

it("has words for every kind of action", () => {
  const said: Record<string, [string, string]> = {
    "offer TC H": ["offer the ten of clubs and call hearts", "10♣\uFE0E for hearts"],
    "lay AS": ["lay the ace of spades", "A♠\uFE0E"],
    "kitty 9D": ["put the nine of diamonds into the kitty", "9♦\uFE0E"],
    "trade 2": ["trade with Cay", "Trade with Cay"],
  };
  for (const [action, words] of Object.entries(said))
    expect([moveText(GAME, action, NAMES), moveShort(GAME, action, NAMES)]).toEqual(words);
});

describe("an event as a sentence", () => {
  const board = { game: GAME, phase: "lay" } as HouseBoard;

  it("names no card that the watcher does not see", () => {
    for (const event of ["1 lay ??", "1 kitty ??"])
      expect(eventText(event, NAMES, 0, board)).toMatch(/^Ben [^?]+, sealed\.$/);
  });

  it("names every card once the match is over", () =>
    expect(eventText("1 lay 4C", NAMES, null, board, { open: true })).toBe(
      "Ben lays the four of clubs, sealed.",
    ));

  it("says what is offered, traded and turned", () => {
    expect(eventText("1 offer 4C H", NAMES, 0, board)).toBe("Ben offers the four of clubs and calls hearts.");
    const laid: HouseBoard = { ...board, shown: ["2S", "4C", null, null] };
    expect(eventText("1 trade 0", NAMES, 0, laid)).toBe(
      "Ben trades with you. The four of clubs for the two of spades.",
    );
    expect(eventText("table trump QS", NAMES, 0, board)).toBe(
      "The trump card is the queen of spades: spades are trump.",
    );
  });
});
