import { expect, it } from "vitest";
import { eventText } from "../../lib/eventText";
import { endingText } from "./texts";
import { noteText } from "../../board/notes";
import { moveShort, moveText } from "../../lib/moves";
import type { HeartsBoard } from "./wire";

const GAME = "auction-hearts";
const NAMES = ["Ann", "Ben", "Cay", "Dan"];

it("says every note that the server makes", () => {
  const notes = {
    "one-clear 0": "Only Ann took no pain.",
    "two-clear 0 3": "Ann and Dan took no pain.",
    "none-clear": "All players took pain.",
    "all-pain 2": "Cay took all the pain.",
    "moon 2": "Cay took every trick.",
    unplayed: "All passed.",
  };
  for (const [note, text] of Object.entries(notes)) expect(noteText(GAME, note, NAMES)).toBe(text);
});

it("has words for every kind of action", () => {
  const said: Record<string, [string, string]> = {
    "name S": ["name spades", "Spades"],
  };
  for (const [action, words] of Object.entries(said))
    expect([moveText(GAME, action, NAMES), moveShort(GAME, action, NAMES)]).toEqual(words);
});

it("says which suit is named", () =>
  expect(eventText("1 name S", NAMES, 0, { game: GAME } as HeartsBoard)).toBe(
    "Ben names spades as the pain suit.",
  ));

it("says how a deal ended", () =>
  expect(endingText("one clear", { names: "Ann" })).toBe("One player took no pain and takes the pot: Ann."));
