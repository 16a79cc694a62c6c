import { expect, test } from "vitest";
import { gameMoments } from "./gameMoments";
import type { Board } from "../wire";
import { lengthOf, type Change, type Moment } from "./moments";

const auction = { bid: null, bidder: null, said: [], calls: 0, to_speak: [], open: true };
const NONE = { plays: [], winner: null };

function shown(game: string, was: object, now: object): Moment[] {
  const board = { game, deal: 1, trick: NONE, last_trick: null, trump: null, trump_card: null, pain: null };
  const name = (seat: number): string => ["You", "Ben", "Cleo", "Dan"][seat]!;
  const who = (seat: number): string => (seat ? name(seat) : "you");
  const change = {
    was: { ...board, ...was },
    now: { ...board, ...now },
    name,
    who,
  } as unknown as Change<Board>;
  return gameMoments(change);
}

test.each([
  [
    "auction-pitch",
    { pitcher: 2, auction: { ...auction, open: false, bid: 2 } },
    "Sold to Cleo for 2.",
    "seat-2",
  ],
  [
    "auction-pitch",
    { pitcher: 0, auction: { ...auction, open: false } },
    "All passed: you to pitch.",
    "seat-0",
  ],
  [
    "auction-hearts",
    { namer: 0, auction: { ...auction, open: false, bid: 5 } },
    "Sold to you for 5.",
    "seat-0",
  ],
])("%s: who bought, and for how much", (game, now, text, to) => {
  expect(shown(game, { auction }, now)).toMatchObject([{ kind: "hammer", text, to, aloud: true }]);
});

test("a flop goes to its buyer with its cards", () => {
  const flop = ["2C", "9H", "KD"];
  const now = { phase: "keep", buyer: 1, flop, auction: { ...auction, bid: 3 } };
  expect(shown("auction-flop-poker", { phase: "bid" }, now)).toMatchObject([
    { text: "Sold to Ben for 3.", pieces: flop, to: "seat-1" },
  ]);
  expect(shown("auction-flop-poker", { phase: "take" }, now)[0]?.text).toBe("It goes to Ben for nothing.");
});

test("the last two tiles stay face down, and with the table where nobody bids", () => {
  const was = { phase: "bid", auction };
  const sold = { phase: "play", auction: { ...auction, bid: 4, bidder: 1 } };
  expect(shown("auction-draw", was, sold)).toMatchObject([{ to: "seat-1", pieces: [null, null] }]);
  const unsold = { phase: "play", auction: { ...auction, open: false } };
  expect(shown("auction-draw", was, unsold)).toMatchObject([{ to: null, pieces: [null, null] }]);
});

test("the trump card is turned up once", () => {
  const turned = { trump_card: "QS", starter: null, partner: null };
  expect(shown("auction-house", { starter: null, partner: null }, turned)).toMatchObject([
    { kind: "turned", text: "Trump is spades.", pieces: ["QS"], to: "trump" },
  ]);
  expect(shown("auction-house", turned, turned)).toEqual([]);
});

test("a suit is named once, and a new deal is no news of the old one's", () => {
  expect(shown("auction-hearts", { auction, pain: null }, { auction, pain: "S", namer: 1 })).toMatchObject([
    { kind: "named", suit: "S" },
  ]);
  expect(shown("auction-pitch", { auction, deal: 1 }, { auction, deal: 2, trump: "S" })).toEqual([]);
});

test("a trick that is whole goes to its winner", () => {
  const plays = [{ seat: 0, card: "2C" }];
  const was = { auction: { ...auction, open: false }, trick: { plays, winner: 0 } };
  const now = { ...was, trick: NONE, last_trick: { plays, winner: 3 } };
  expect(shown("auction-pitch", was, now)).toMatchObject([{ kind: "trick", to: "seat-3" }]);
});

test("a moment lasts from 0.6 to 2 seconds, less where the pace is quick", () => {
  for (const kind of ["hammer", "turned", "named", "trick"] as const) {
    const lengths = (["quick", "easy", "slow"] as const).map((pace) =>
      lengthOf({ kind, text: "", to: null }, pace),
    );
    expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
    expect(lengths[0]).toBeGreaterThanOrEqual(600);
    expect(lengths[2]).toBeLessThanOrEqual(2000);
  }
});
