import { expect, test } from "vitest";
import type { RuleSet } from "../wire";
import { wantedSets } from "./filter";

function set(name: string, seats: number, minutes: number | null, luck: number | null): RuleSet {
  const spread = (middle: number | null) => middle && { low: middle, middle, high: middle };
  return {
    name,
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

const names = (found: RuleSet[]): (string | null)[] => found.map(({ name }) => name);

test("those that were measured at these seats, in the order asked for; of unknown luck last", () => {
  const wanted = { seats: 4, longest: null };
  expect(names(wantedSets(sets, { ...wanted, order: "least" }))).toEqual(["usual", "short", "plain"]);
  expect(names(wantedSets(sets, { ...wanted, order: "most" }))).toEqual(["short", "usual", "plain"]);
  expect(names(wantedSets(sets, { ...wanted, order: "short" }))).toEqual(["short", "plain", "usual"]);
});

test("half of the matches are no longer than was asked", () => {
  expect(names(wantedSets(sets, { seats: 4, longest: 9, order: "least" }))).toEqual(["short", "plain"]);
});

test("of equal luck the shorter one is first", () => {
  const equal = [set("long", 4, 20, 0.4), set("short", 4, 5, 0.4), set("middle", 4, 9, 0.4)];
  const wanted = { seats: 4, longest: null, order: "least" } as const;
  expect(names(wantedSets(equal, wanted))).toEqual(["short", "middle", "long"]);
});
