import { expect, test } from "vitest";
import type { Fact } from "../wire";
import { actionsWith, factName, factValues } from "./plainFacts";

const WHO = (seat: number): string => ["Ann", "Ben"][seat]!;

function fact(unit: string, values: string[][], by_seat = false): Fact {
  return { name: "called_suit", meaning: "", unit, by_seat, values };
}

test("a fact has a name, and values in words or as pieces", () => {
  expect(factName(fact("suit", []))).toBe("Called suit");
  expect(factValues(fact("suit", [["H"]]), 0, WHO)).toEqual([{ piece: null, word: "hearts" }]);
  expect(factValues(fact("seat", [["1"]]), 0, WHO)).toEqual([{ piece: null, word: "Ben" }]);
  expect(factValues(fact("chips", [["7"]]), 0, WHO)).toEqual([{ piece: null, word: "7" }]);
  expect(factValues(fact("card", [["AS"], []], true), 0, WHO)).toEqual([{ piece: "AS", word: "" }]);
  expect(factValues(fact("card", [["AS"], []], true), 1, WHO)).toEqual([]);
});

test("picked pieces leave the actions that name all of them", () => {
  const legal = ["pass", "discard", "discard AS", "discard AS KS", "discard KS"];
  expect(actionsWith(legal, [])).toEqual(legal);
  expect(actionsWith(legal, ["KS", "AS"])).toEqual(["discard AS KS"]);
});
