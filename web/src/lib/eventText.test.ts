import { describe, expect, it } from "vitest";
import type { Board } from "../wire";
import { beginsPart, eventText } from "./eventText";
import { SIGNS } from "./spelling";

const NAMES = ["Ann", "Ben", "Cay", "Dan"];
const plain = { game: "some-game", phase: "play" } as unknown as Board;

function board(trick: string[], last: string[] | null, winner: number | null): Board {
  const plays = (cards: string[]) => cards.map((card, seat) => ({ seat, card }));
  return {
    ...plain,
    trick: { plays: plays(trick), winner: trick.length ? 0 : null },
    last_trick: last && { plays: plays(last), winner },
  } as unknown as Board;
}

describe("an event as a sentence", () => {
  it("says who leads and who plays", () => {
    expect(eventText("0 play JD", NAMES, 1, board(["JD"], null, null))).toBe(
      "Ann leads the jack of diamonds.",
    );
    expect(eventText("1 play TD", NAMES, 1, board(["JD", "TD"], null, null))).toBe(
      "You play the ten of diamonds.",
    );
  });

  it("says who takes the trick with its last card", () => {
    const whole = board([], ["JD", "TD", "2C", "AD"], 3);
    expect(eventText("3 play AD", NAMES, 3, whole)).toBe("You play the ace of diamonds. You take the trick.");
    expect(eventText("3 play AD", NAMES, 0, whole)).toBe(
      "Dan plays the ace of diamonds. Dan takes the trick.",
    );
  });

  it("names no piece that the watcher does not see", () => {
    for (const event of ["table deal 1 ?? ??", "table turn ??", "1 keep ??", "1 give ?? ??"])
      expect(eventText(event, NAMES, 0, plain)).not.toContain("?");
  });

  it("has plain words for what has no text", () => {
    expect(eventText("1 play TC", NAMES, 0, plain)).toBe("Ben plays the ten of clubs.");
    expect(eventText("1 give TC 2", NAMES, 0, plain)).toBe("Ben: give ten of clubs 2.");
    expect(eventText("table turn TC ??", NAMES, 0, plain)).toBe("The table turns up: ten of clubs.");
  });

  it("calls pieces that are neither cards nor tiles by their names", () => {
    expect(eventText("table prize 4", NAMES, 0, plain)).toBe("The table turns up: 4.");
    expect(eventText("1 bid 13", NAMES, 0, plain)).toBe("Ben bids 13.");
    expect(eventText("1 bid ??", NAMES, 0, plain)).toBe("Ben bids, sealed.");
    for (const event of ["table prize 4", "1 take 4", "1 lay gold"])
      expect(eventText(event, NAMES, 0, plain)).not.toMatch(/pieces\.|\?|bids\s*\./);
  });

  it("can show cards in signs", () => {
    const text = eventText("1 play TC", NAMES, 0, plain, { spelling: SIGNS });
    expect(text).toBe("Ben plays the 10♣\uFE0E.");
  });

  it("calls a bid of nothing a check", () =>
    expect(eventText("0 bid 0", NAMES, 1, plain)).toContain("checks"));
});

it("begins a part of the log with each trick and with what the table turns up", () => {
  const table = { ...board([], null, null), scores: [0, 0] } as Board;
  const events = ["table deal 0 ??", "table trump JD", "0 play 2C", "1 play 3C", "1 play 4C"];
  const begins = (on: Board) => events.map((_, at) => beginsPart(events, at, on));
  expect(begins(table)).toEqual([false, true, true, false, true]);
  expect(begins({ ...plain, scores: [0, 0] } as Board)).toEqual([false, true, false, false, false]);
});
