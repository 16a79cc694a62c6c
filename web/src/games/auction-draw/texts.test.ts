import { describe, expect, it } from "vitest";
import { eventText } from "../../lib/eventText";
import { noteText } from "../../board/notes";
import { moveShort, moveText } from "../../lib/moves";
import type { DrawBoard } from "./wire";

const GAME = "auction-draw";
const NAMES = ["Ann", "Ben", "Cay", "Dan"];

it("says every note that the server makes", () => {
  const notes = {
    "out 3": "Dan went out.",
    "blocked 1": "Blocked: Ben had the fewest pips.",
    "blocked 1 2": "Blocked: Ben and Cay tied for the fewest pips.",
  };
  for (const [note, text] of Object.entries(notes)) expect(noteText(GAME, note, NAMES)).toBe(text);
});

it("has words for every kind of action", () => {
  const said: Record<string, [string, string]> = {
    "play 6-4 L": ["play the six-four on the left", "6-4, left"],
    "play 6-4 R": ["play the six-four on the right", "6-4, right"],
    buy: ["buy a tile", "Buy"],
  };
  for (const [action, words] of Object.entries(said))
    expect([moveText(GAME, action, NAMES), moveShort(GAME, action, NAMES)]).toEqual(words);
});

describe("an event as a sentence", () => {
  const board = {
    game: GAME,
    line: ["4-6", "6-1"],
    ends: { left: 4, right: 1 },
    newest: "left",
  } as DrawBoard;

  it("says at which end a tile is played", () => {
    expect(eventText("2 play 6-4 L", NAMES, 0, board)).toBe("Cay plays the six-four on the left.");
    expect(eventText("2 play 6-1 R", NAMES, 0, board)).toBe("Cay plays the six-one on the right.");
  });

  it("says who leads", () =>
    expect(eventText("2 play 6-6", NAMES, 0, board)).toBe("Cay leads the double six."));

  it("names no tile that the watcher does not see", () => {
    expect(eventText("table draw ??", NAMES, 0, board)).toBe("");
    expect(eventText("table draw ?? ??", NAMES, 0, board)).toBe("The last two tiles are sold.");
    expect(eventText("table draw 6-4", NAMES, 0, board)).toBe("It is the six-four.");
  });

  it("calls a bid of nothing a check", () =>
    expect(eventText("0 bid 0", NAMES, 1, board)).toBe("Ann checks: a bid of nothing."));
});
