import { describe, expect, it } from "vitest";
import type { Board, DrawBoard, PitchBoard } from "../wire";
import { tell } from "./tell";

const NAMES = ["Ann", "Ben", "Cay", "Dan"];
const pitch = { game: "auction-pitch", phase: "play" } as PitchBoard;

function board(trick: string[], last: string[] | null, winner: number | null): Board {
  const plays = (cards: string[]) => cards.map((card, seat) => ({ seat, card }));
  return {
    ...pitch,
    trick: { plays: plays(trick), winner: trick.length ? 0 : null },
    last_trick: last && { plays: plays(last), winner },
  };
}

describe("an event as a sentence", () => {
  it("says who leads and who plays", () => {
    expect(tell("0 play JD", NAMES, 1, board(["JD"], null, null))).toBe("Ann leads the jack of diamonds.");
    expect(tell("1 play TD", NAMES, 1, board(["JD", "TD"], null, null))).toBe(
      "You play the ten of diamonds.",
    );
  });

  it("says who takes the trick with its last card", () => {
    const whole = board([], ["JD", "TD", "2C", "AD"], 3);
    expect(tell("3 play AD", NAMES, 3, whole)).toBe("You play the ace of diamonds. You take the trick.");
    expect(tell("3 play AD", NAMES, 0, whole)).toBe("Dan plays the ace of diamonds. Dan takes the trick.");
  });

  it("names no piece that the watcher does not see", () => {
    const hidden = [
      "table deal 1 ?? ??",
      "1 lay ??",
      "1 kitty ??",
      "1 discard ?? ??",
      "table draw ??",
      "1 keep ??",
    ];
    for (const event of hidden) expect(tell(event, NAMES, 0, { ...pitch, phase: "lay" })).not.toContain("?");
    expect(tell("1 discard ?? ??", NAMES, 0, pitch)).toBe("Ben discards 2 cards.");
  });

  it("names everything once the match is over", () => {
    const lying = { ...pitch, phase: "lay" } as Board;
    expect(tell("1 lay 4C", NAMES, null, lying, true)).toBe("Ben lays the four of clubs, sealed.");
    expect(tell("1 discard 4C 9H", NAMES, null, pitch, true)).toBe(
      "Ben discards the four of clubs and nine of hearts.",
    );
    expect(tell("1 keep KD", NAMES, null, pitch, true)).toBe("Ben keeps the king of diamonds.");
  });

  it("says what the ends are after the newest tile", () => {
    const draw = {
      game: "auction-draw",
      line: ["4-6", "6-1"],
      ends: { left: 4, right: 1 },
      newest: "left",
    } as DrawBoard;
    expect(tell("2 play 6-4 L", NAMES, 0, draw)).toBe(
      "Cay plays the six-four on the left. The ends are four and one.",
    );
    expect(tell("2 play 6-1 R", NAMES, 0, draw)).toBe("Cay plays the six-one on the right.");
  });

  it("calls a bid of nothing a check", () => expect(tell("0 bid 0", NAMES, 1, pitch)).toContain("checks"));
});
