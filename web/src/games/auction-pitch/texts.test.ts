import { expect, it, test } from "vitest";
import { noteText } from "../../board/notes";
import { tieText } from "../../board/tie";

const GAME = "auction-pitch";
const NAMES = ["Ann", "Ben", "Cay", "Dan"];

it("says every note that the server makes", () => {
  const notes = {
    "made 1 2 3": "Ben bid 2, made 3.",
    "set-back 1 4": "Ben bid 4, set back.",
    "unbid 0 1": "Ann pitched without a bid, made 1.",
  };
  for (const [note, text] of Object.entries(notes)) expect(noteText(GAME, note, NAMES)).toBe(text);
});

test("a tie says who won and why", () => {
  const tie = { seat: 3, among: [0, 3], by: "high" } as const;
  expect(tieText(GAME, { ...tie, among: [...tie.among] }, [7, 2, 0, 7], NAMES, null)).toBe(
    "Dan wins the tie: Dan scored high.",
  );
  expect(tieText(GAME, { seat: 0, among: [0, 3], by: "pitcher" }, [7, 2, 0, 7], NAMES, 0)).toBe(
    "You win the tie: you were the pitcher.",
  );
  expect(tieText(GAME, { seat: 0, among: [0, 3], by: "jack" }, [7, 2, 0, 8], NAMES, 3)).toBe(
    "Ann and you reached the target together. Ann wins: Ann scored the jack.",
  );
});
