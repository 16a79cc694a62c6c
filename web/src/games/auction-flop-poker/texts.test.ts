import { describe, expect, it } from "vitest";
import german from "./messages/de.json";
import { eventText } from "../../lib/eventText";
import { handText } from "./texts";
import { noteText } from "../../board/notes";
import { moveShort, moveText } from "../../lib/moves";
import type { FlopBoard } from "./wire";

const GAME = "auction-flop-poker";
const NAMES = ["Ann", "Ben", "Cay", "Dan"];

it("says every note that the server makes", () => {
  const notes = {
    "best two-pair 1 3": "Ben and Dan: two pairs.",
  };
  for (const [note, text] of Object.entries(notes)) expect(noteText(GAME, note, NAMES)).toBe(text);
});

it("has words for every kind of action", () => {
  const said: Record<string, [string, string]> = {
    discard: ["stand pat", "Stand pat"],
    "discard 3C QS": ["discard the three of clubs and queen of spades", "3♣\uFE0E Q♠\uFE0E away"],
    take: ["take the flop", "Take"],
    refuse: ["refuse the flop", "Refuse"],
    "keep AS KS": ["keep the ace of spades and king of spades", "Keep A♠\uFE0E K♠\uFE0E"],
  };
  for (const [action, words] of Object.entries(said))
    expect([moveText(GAME, action, NAMES), moveShort(GAME, action, NAMES)]).toEqual(words);
});

describe("an event as a sentence", () => {
  const board = { game: GAME, phase: "discard" } as FlopBoard;

  it("names no card that the watcher does not see", () => {
    expect(eventText("1 discard ?? ??", NAMES, 0, board)).toBe("Ben discards 2 cards.");
    expect(eventText("1 keep ??", NAMES, 0, board)).toBe("Ben keeps 1 card.");
    expect(eventText("1 discard", NAMES, 0, board)).toBe("Ben stands pat.");
  });

  it("names every card once the match is over", () => {
    expect(eventText("1 discard 4C 9H", NAMES, null, board, { open: true })).toBe(
      "Ben discards the four of clubs and nine of hearts.",
    );
    expect(eventText("1 keep KD", NAMES, null, board, { open: true })).toBe(
      "Ben keeps the king of diamonds.",
    );
  });

  it("says what the table turns up", () => {
    expect(eventText("table flop 2C 3C", NAMES, 0, board)).toBe("The flop: two of clubs and three of clubs.");
    expect(eventText("table reshuffle", NAMES, 0, board)).toBe(
      "The stock is short: the discards are shuffled into it.",
    );
  });
});

it("calls a hand by its name", () => expect(handText("two-pair")).toBe("two pairs"));

it("calls an ante by one word in German", () => expect(JSON.stringify(german)).not.toContain("Grundeins"));
