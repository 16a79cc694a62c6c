import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DELAY, Preselection, type Situation } from "./preselection.svelte";

const play = vi.fn<(action: string) => void>();
const putBack = vi.fn<(piece: string, why: string) => void>();
let drawn: number;
let chosen: Preselection;

const hand = ["2C", "3H", "6-4"];

function situation(more: Partial<Situation> = {}): Situation {
  return { stretch: "0 1 play", verb: "play", hand, legal: [], ...more };
}
const turn = (...legal: string[]): Situation => situation({ legal });

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  drawn = 0.5;
  chosen = new Preselection({ play, putBack, random: () => drawn });
  chosen.follow(situation());
});
afterEach(() => vi.useRealTimers());

test("nothing is played before the turn", () => {
  chosen.toggle("2C");
  chosen.follow(situation());
  vi.advanceTimersByTime(3_600_000);
  expect(play).not.toHaveBeenCalled();
  expect(chosen.piece).toBe("2C");
});

test.each([
  [0, 400],
  [0.5, 800],
  [1, 1200],
])("the draw %d delays the play by %d ms", (draw, delay) => {
  drawn = draw;
  chosen.toggle("2C");
  chosen.follow(turn("play 2C", "play 3H"));
  vi.advanceTimersByTime(delay - 1);
  expect(play).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(play.mock.calls).toEqual([["play 2C"]]);
  expect(chosen.piece).toBeNull();
});

test("the delay is the same for every hand and every list of legal actions", () => {
  const delays = [
    ["2C", turn("play 2C")],
    ["2C", turn("play 2C", "play 3H")],
    ["3H", turn("play 2C", "play 3H")],
    ["3H", situation({ hand: ["3H"], legal: ["play 3H"] })],
  ].map(([piece, now]) => {
    chosen.follow(situation());
    chosen.toggle(piece as string);
    const from = Date.now();
    chosen.follow(now as Situation);
    vi.advanceTimersToNextTimer();
    return Date.now() - from;
  });
  expect(delays).toEqual(Array(4).fill(DELAY.least + DELAY.spread / 2));
  expect(play).toHaveBeenCalledTimes(4);
});

test("further news during the delay does not prolong it", () => {
  chosen.toggle("2C");
  chosen.follow(turn("play 2C"));
  vi.advanceTimersByTime(700);
  chosen.follow(turn("play 2C"));
  vi.advanceTimersByTime(100);
  expect(play).toHaveBeenCalledOnce();
});

test("a tap takes the piece back, before the turn and during the delay", () => {
  expect(chosen.toggle("2C")).toBe(true);
  expect(chosen.toggle("2C")).toBe(false);
  expect(chosen.piece).toBeNull();
  chosen.toggle("2C");
  chosen.follow(turn("play 2C"));
  chosen.toggle("2C");
  vi.runAllTimers();
  expect(play).not.toHaveBeenCalled();
  expect(putBack).not.toHaveBeenCalled();
});

test("another piece replaces the chosen one", () => {
  chosen.toggle("2C");
  expect(chosen.toggle("3H")).toBe(true);
  chosen.follow(turn("play 2C", "play 3H"));
  vi.runAllTimers();
  expect(play.mock.calls).toEqual([["play 3H"]]);
});

test("an illegal piece goes back at the beginning of the turn", () => {
  chosen.toggle("2C");
  chosen.follow(turn("play 3H"));
  expect(putBack.mock.calls).toEqual([["2C", "illegal"]]);
  vi.runAllTimers();
  expect(play).not.toHaveBeenCalled();
});

describe("the piece goes back", () => {
  test.each([
    ["another phase, deal or seat", situation({ stretch: "0 1 bid", legal: ["play 2C"] })],
    ["the end of the match", situation({ stretch: null, legal: ["play 2C"] })],
    ["a hand without it", situation({ hand: ["3H"], legal: ["play 2C"] })],
  ])("after %s", (_, now) => {
    chosen.toggle("2C");
    chosen.follow(now);
    vi.runAllTimers();
    expect(putBack.mock.calls).toEqual([["2C", "ended"]]);
    expect(play).not.toHaveBeenCalled();
  });

  test("when it is dropped, such as by a take-back during the delay", () => {
    chosen.toggle("2C");
    chosen.follow(turn("play 2C"));
    chosen.drop();
    chosen.drop();
    vi.runAllTimers();
    expect(putBack.mock.calls).toEqual([["2C", "ended"]]);
    expect(play).not.toHaveBeenCalled();
  });
});

test("no turn, no play: the delay ends with the turn", () => {
  chosen.toggle("2C");
  chosen.follow(turn("play 2C"));
  chosen.follow(situation());
  vi.runAllTimers();
  expect(play).not.toHaveBeenCalled();
  expect(chosen.piece).toBe("2C");
});

test("a piece with several plays stays chosen, and one with an end is played there", () => {
  chosen.toggle("6-4");
  chosen.follow(turn("play 6-4 L", "play 6-4 R"));
  vi.runAllTimers();
  expect([play.mock.calls, chosen.piece]).toEqual([[], "6-4"]);
  chosen.clear();
  chosen.follow(situation());
  chosen.toggle("6-4");
  chosen.follow(turn("play 6-4 R"));
  vi.runAllTimers();
  expect(play.mock.calls).toEqual([["play 6-4 R"]]);
});

test("nothing is chosen where plays are sealed or have a price, and no piece that is not held", () => {
  expect(chosen.toggle("4C")).toBe(false);
  chosen.follow(situation({ stretch: null }));
  expect(chosen.toggle("2C")).toBe(false);
  expect(chosen.piece).toBeNull();
});
