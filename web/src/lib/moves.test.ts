import { expect, test } from "vitest";
import "./moreMessages";
import { moveShort, moveText } from "./moves";

const NAMES = ["Ann", "Ben", "Cay", "Dan"];

test("every action has words, whatever the game", () => {
  const said: Record<string, [string, string]> = {
    pass: ["pass", "Pass"],
    "bid 3": ["bid 3", "Bid 3"],
    "bid 0": ["check", "Check"],
    "play JD": ["play the jack of diamonds", "J♦\uFE0E"],
    "play 6-4": ["play the six-four", "6-4"],
    // without a text of its own
    "give TC H 2": ["give ten of clubs hearts 2", "Give ten of clubs hearts 2"],
  };
  for (const [action, words] of Object.entries(said))
    expect([moveText("some-game", action, NAMES), moveShort("some-game", action, NAMES)]).toEqual(words);
});
