import { expect, test } from "vitest";
import type { Change, MeasuredOption, MeasuredTable, MeasuredValue } from "../wire";
import { figure } from "./figures";
import { changeText, measureText, optionLine, setName, setText, valueText } from "./sentences";

const GAME = "auction-house";
const longer: Change = { measure: "minutes", change: 2.5, low: 2, high: 3, certainty: "sure" };
const wins: Change = { measure: "win_place_0", change: 0.038, low: -0.01, high: 0.09, certainty: "open" };

function measured(value: number | string, changes: Change[], used = true): MeasuredValue {
  return { value, matches: 1000, used, changes };
}

function table(levels: number): MeasuredTable {
  const usual = { minutes: 9.25, win_place_0: 0.253 };
  return { seats: 4, level: "hard", levels, usual, options: [] };
}

function option(usual: number, ...values: MeasuredValue[]): MeasuredOption {
  return { option: "target", usual, measures: ["minutes"], values };
}

const words = String;

test("figures: shares as percentages, counts with their decimals, a real minus", () => {
  expect(figure("win_place_0", 0.253)).toBe("25.3 %");
  expect(figure("minutes", 9.25)).toBe("9");
  expect(figure("gain", -0.126)).toBe("−0.13");
});

test("a measure in words, of any seat, and of one that has no words", () => {
  expect(measureText(GAME, "win_place_0", 0.25)).toBe("The first dealer wins 25.0 %");
  expect(measureText(GAME, "win_place_10", 0.1)).toBe("Seat 10 after the first dealer wins 10.0 %");
  expect(measureText(GAME, "later_one", 0.1)).toBe("later_one 10.0 %");
});

test("in Auction Draw it is who leads first that wins", () => {
  expect(measureText("auction-draw", "win_place_0", 0.25)).toBe("Whoever leads first wins 25.0 %");
});

test("a clear change is told with the usual, and how sure it is", () => {
  const told = "Matches last 12 minutes instead of 9 (sure";
  expect(changeText(GAME, table(1), longer)).toBe(`${told}, with this level of play).`);
  expect(changeText(GAME, table(2), longer)).toBe(`${told}, at all levels of play measured).`);
  const some = { ...longer, certainty: "some" } as const;
  expect(changeText(GAME, table(2), some)).toContain("(only with Hard player in every seat).");
});

test("a change that is reversed at another level is not claimed", () => {
  const told = changeText(GAME, table(2), { ...longer, certainty: "reversed" });
  expect(told).toBe("Matches last 9 minutes as usual; more or less depends on how well people play.");
});

test("without a clear change no difference is told", () => {
  expect(valueText(GAME, table(1), measured("any", [wins]))).toBe(
    "No difference that players would feel in 1,000 matches.",
  );
  expect(valueText(GAME, table(1), measured("any", [wins], false))).toBe(
    "Nobody played differently in 1,000 matches.",
  );
});

test("the line is of the chosen value, or of the nearest that changes something", () => {
  const five = measured(5, [longer]);
  const eight = measured(8, [wins]);
  const of = (chosen: number): string => optionLine(GAME, table(1), option(7, five, eight), chosen, words);
  expect(of(5)).toMatch(/^Matches last 12/);
  expect(of(8)).toBe("No difference that players would feel in 1,000 matches.");
  expect(of(7)).toMatch(/^With “5”: Matches last/);
  expect(of(9)).toMatch(/^Not measured\. With “5”: Matches last/);
});

test("what was not measured says so", () => {
  expect(optionLine(GAME, table(1), undefined, 7, words)).toBe("Not measured.");
  const set = { name: "short", seats: 4, options: {}, matches: 0, minutes: null, luck: null };
  expect(setText(set)).toBe("Not measured.");
  expect([setName(GAME, set), setName(GAME, { ...set, name: null })]).toEqual(["Short match", null]);
  expect(setName(GAME, { ...set, name: "unheard of" })).toBe("unheard of");
  const minutes = { low: 3.7, middle: 5.6, high: 9.3 };
  expect(setText({ ...set, minutes })).toBe("6 minutes");
  expect(setText({ ...set, minutes, luck: { low: null, middle: 0.396, high: null } })).toBe(
    "6 minutes, 40\u00a0%\u00a0luck",
  );
});
