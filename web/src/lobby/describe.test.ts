import { expect, test } from "vitest";
import type { GameInfo, ListedTable } from "../wire";
import { byUrgency, companyText, firstGame, leftText, stateText, termsText } from "./describe";

const HOUR = 3600;
const DAY = 24 * HOUR;

function table(id: string, changes: Partial<ListedTable>): ListedTable {
  return {
    id,
    game: "auction-pitch",
    title: "Auction Pitch",
    status: "playing",
    names: ["Ann", "Ben"],
    scores: [0, 0],
    winners: [],
    seat: 0,
    acting: [],
    left: null,
    awaited: false,
    removable: false,
    may_list: false,
    pictures: [],
    free: [],
    clock: null,
    minutes: 9,
    hints: true,
    rated: false,
    language: null,
    made_at: 0,
    last_at: Date.now() / 1000,
    ...changes,
  };
}

test("what waits for the reader comes first, by the time left, and what is over comes last", () => {
  const tables = [
    table("over", { status: "over" }),
    table("fast", {}),
    table("theirs", { left: HOUR }),
    table("mine, no days", { awaited: true }),
    table("mine in two days", { awaited: true, left: 2 * DAY }),
    table("mine in an hour", { awaited: true, left: HOUR }),
  ];
  expect(byUrgency(tables).map(({ id }) => id)).toEqual([
    "mine in an hour",
    "mine in two days",
    "mine, no days",
    "theirs",
    "fast",
    "over",
  ]);
});

test("time left in the largest fitting unit", () => {
  const said = [0, 20, 59 * 60, HOUR, 2 * DAY - 1, 2 * DAY, 7 * DAY].map(leftText);
  expect(said).toEqual([
    "time is up",
    "1 minute left",
    "59 minutes left",
    "1 hour left",
    "47 hours left",
    "2 days left",
    "7 days left",
  ]);
});

test("a table with days for a move says whom it waits for and how long, not when it last changed", () => {
  expect(stateText(table("a", { acting: [0], awaited: true, left: 5 * HOUR }))).toBe(
    "Your turn · 5 hours left",
  );
  expect(stateText(table("a", { acting: [1], left: 3 * DAY }))).toBe("Waiting for Ben · 3 days left");
  expect(stateText(table("a", { acting: [0] }))).toBe("Your turn · this minute");
  expect(stateText(table("a", { acting: [1] }))).toBe("in play · this minute");
});

test("a line of the lobby says what a person wants to know before they sit down", () => {
  expect(termsText(table("a", {}))).toBe("no clock · about 9 minutes · with hints");
  expect(termsText(table("a", { free: [1], clock: 60, language: "fr" }))).toBe(
    "1 free seat, played by a bot · 60 seconds a move · about 9 minutes · with hints · French",
  );
  expect(
    termsText(table("a", { names: ["Ann", ""], free: [1], clock: 259_200, hints: false, rated: true })),
  ).toBe("3 days a move · without hints · rated");
});

test("the lobby counts the open tables and the people who sit there", () => {
  const people = [table("a", { pictures: ["p01", null] }), table("b", { pictures: ["p02", "p03"] })];
  expect(companyText({ yours: [], listed: people })).toBe("2 open tables, 3 people");
  expect(companyText({ yours: people, listed: [] })).toBe("");
});

test("the first game to suggest is the shortest one with a lesson", () => {
  const game = (name: string, minutes: number | null, lesson = true): GameInfo =>
    ({ name, lesson, quick: { options: {}, minutes } }) as GameInfo;
  const games = [game("long", 39), game("unmeasured", null), game("no lesson", 2, false), game("short", 8)];
  expect(firstGame(games)?.name).toBe("short");
  expect(firstGame([game("unmeasured", null)])).toBeUndefined();
});

test("a lesson takes about three minutes to read and play", () => {
  const texts = import.meta.glob<{ lesson?: Record<string, string> }>("../games/*/messages/en.json", {
    eager: true,
    import: "default",
  });
  const lessons = Object.values(texts).flatMap(({ lesson }) => (lesson ? [Object.values(lesson)] : []));
  expect(lessons.length).toBeGreaterThan(0);
  for (const steps of lessons) {
    const words = steps.join(" ").split(" ").length;
    const minutes = words / 200 + (steps.length * 5) / 60; // words a minute, seconds a step
    expect(Math.abs(minutes - 3)).toBeLessThan(1);
  }
});
