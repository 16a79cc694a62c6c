import { expect, test } from "vitest";
import type { RuleSet } from "../wire";
import { wantedSets } from "./filter";

function set(title: string, seats: number, minutes: number | null, luck: number | null): RuleSet {
  const spread = (middle: number | null) => middle && { low: middle, middle, high: middle };
  return {
    title,
    seats,
    options: {},
    matches: 1,
    minutes: spread(minutes) || null,
    luck: spread(luck) || null,
  };
}

const sets = [
  set("usual", 4, 15, 0.4),
  set("short", 4, 6, 0.5),
  set("plain", 4, 9, null),
  set("other seats", 5, 5, 0.1),
  set("unmeasured", 4, null, null),
];

const titles = (found: RuleSet[]): (string | null)[] => found.map(({ title }) => title);

test("those that were measured at these seats, in the order asked for; of unknown luck last", () => {
  const wanted = { seats: 4, longest: null };
  expect(titles(wantedSets(sets, { ...wanted, order: "least" }))).toEqual(["usual", "short", "plain"]);
  expect(titles(wantedSets(sets, { ...wanted, order: "most" }))).toEqual(["short", "usual", "plain"]);
  expect(titles(wantedSets(sets, { ...wanted, order: "short" }))).toEqual(["short", "plain", "usual"]);
});

test("half of the matches are no longer than was asked", () => {
  expect(titles(wantedSets(sets, { seats: 4, longest: 9, order: "least" }))).toEqual(["short", "plain"]);
});
