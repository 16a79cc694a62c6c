import { expect, test } from "vitest";
import "./moreMessages";
import { moveShort, moveText } from "./moves";

const NAMES = ["Ann", "Ben", "Cay", "Dan"];

test("every kind of action has words", () => {
  const said: Record<string, [string, string]> = {
    pass: ["pass", "Pass"],
    "bid 3": ["bid 3", "Bid 3"],
    "bid 0": ["check", "Check"],
    "offer TC H": ["offer the ten of clubs and call hearts", "10♣\uFE0E for hearts"],
    "lay AS": ["lay the ace of spades", "A♠\uFE0E"],
    "kitty 9D": ["put the nine of diamonds into the kitty", "9♦\uFE0E"],
    "trade 2": ["trade with Cay", "Trade with Cay"],
    "name S": ["name spades", "Spades"],
    "play JD": ["play the jack of diamonds", "J♦\uFE0E"],
    "play 6-4": ["play the six-four", "6-4"],
    "play 6-4 L": ["play the six-four on the left", "6-4, left"],
    "play 6-4 R": ["play the six-four on the right", "6-4, right"],
    buy: ["buy a tile", "Buy"],
    discard: ["stand pat", "Stand pat"],
    "discard 3C QS": ["discard the three of clubs and queen of spades", "3♣\uFE0E Q♠\uFE0E away"],
    take: ["take the flop", "Take"],
    refuse: ["refuse the flop", "Refuse"],
    "keep AS KS": ["keep the ace of spades and king of spades", "Keep A♠\uFE0E K♠\uFE0E"],
  };
  for (const [action, words] of Object.entries(said))
    expect([moveText(action, NAMES), moveShort(action, NAMES)]).toEqual(words);
});
