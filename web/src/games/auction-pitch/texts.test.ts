import { expect, it, test } from "vitest";
import { noteText } from "../../board/notes";
import { tieText } from "../../board/tie";
import type { Turn } from "../../lib/gameTexts";
import { contractText, revokeText, texts } from "./texts";
import type { PitchSettlement } from "./wire";

const GAME = "auction-pitch";
const NAMES = ["Ann", "Ben", "Cay", "Dan"];

it("says every note that the server makes", () => {
  const notes = {
    "made 1 2 3": "Ben bid 2, made 3.",
    "set-back 1 4": "Ben bid 4, set back.",
    "unbid 0 1": "Ann pitched without a bid, made 1.",
    "revoked 2": "Cay revoked.",
    "revoked 2 0": "Cay and Ann revoked.",
  };
  for (const [note, text] of Object.entries(notes)) expect(noteText(GAME, note, NAMES)).toBe(text);
});

const REVOKE = { seat: 2, trick: 2, card: "5C", held: ["TH", "9H"] };
const settlement = (more: Partial<PitchSettlement>) =>
  ({ pitcher: 1, bid: 3, made: 1, revokes: [], ...more }) as unknown as PitchSettlement;

test("a contract says how it ended, and whose revoke decided it", () => {
  const spared = settlement({ revokes: [REVOKE] });
  const own = settlement({ made: 0, revokes: [{ ...REVOKE, seat: 1 }] });
  expect(contractText(settlement({}), "Ben")).toBe("Ben bid 3 but made 1: set back 3.");
  expect(contractText(spared, "Ben")).toBe(
    "Ben bid 3 and made 1, which counts because another player revoked.",
  );
  expect(contractText(own, "Ben")).toBe("Ben bid 3 and revoked: set back 3.");
});

test("a revoke says what was played, what was held and what it costs", () => {
  const what = "Cay revoked in trick 2: five of clubs, with ten of hearts and nine of hearts in hand.";
  expect(revokeText(settlement({}), REVOKE, "Cay")).toBe(
    `${what} That costs 3 points and everything made in the deal.`,
  );
  expect(revokeText(settlement({ bid: 1 }), REVOKE, "Cay")).toContain("That costs 1 point and");
  expect(revokeText(settlement({ bid: null }), REVOKE, "Cay")).toBe(
    `${what} That costs everything made in the deal.`,
  );
});

test("who may revoke is warned, and nobody else", () => {
  const meaning = (led: string, hand: string[], legal = hand, trump = "S") => {
    const trick = { plays: [{ seat: 0, card: led }], winner: 0 };
    const board = { phase: "play", trick, trump, auction: {} };
    const mine = { hand, legal: legal.map((card) => `play ${card}`) };
    return texts.turn!({ board, mine } as unknown as Turn).meaning;
  };
  expect(meaning("2H", ["5H", "5C", "5S"])).toContain("You hold hearts");
  expect(meaning("2S", ["5S", "5C"])).toContain("any other card is a revoke");
  for (const quiet of [
    meaning("2H", ["5H", "5C", "5S"], ["5H", "5S"]),
    meaning("2H", ["5C", "5S"]),
    meaning("2H", ["5H", "5S"]),
  ])
    expect(quiet).toBe("Spades are trump.");
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
