import { expect, it } from "vitest";
import { noteText } from "./notes";

const NAMES = ["Ann", "Ben", "Cay", "Dan"];

it("says every note that the server makes", () => {
  const notes = {
    "kitty 1 17": "Ben scored the kitty, 17 points.",
    "tied 20": "A tie for most tricks.",
    lost: "A tie in the last round: the kitty is lost.",
    "one-clear 0": "Ann alone was clear.",
    "two-clear 0 3": "Ann and Dan were clear.",
    "none-clear": "Nobody was clear.",
    "all-pain 2": "Cay took all the pain.",
    "moon 2": "Cay took every trick.",
    unplayed: "All passed.",
    "made 1 2 3": "Ben bid 2, made 3.",
    "set-back 1 4": "Ben bid 4, set back.",
    "unbid 0 1": "Ann pitched without a bid, made 1.",
    "out 3": "Dan went out.",
    "blocked 1": "Blocked: Ben had the fewest pips.",
    "blocked 1 2": "Blocked: Ben and Cay tied for the fewest pips.",
    "best two-pair 1 3": "Ben and Dan: two pairs.",
  };
  for (const [note, text] of Object.entries(notes)) expect(noteText(note, NAMES)).toBe(text);
  expect(noteText(null, NAMES)).toBe("");
});
