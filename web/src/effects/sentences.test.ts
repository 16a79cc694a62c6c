import { expect, test } from "vitest";
import english from "../messages/en.json";
import type { Change, MeasuredOption, MeasuredTable, MeasuredValue, RuleSet } from "../wire";
import { figure } from "./figures";
import {
  changesMuch,
  changeText,
  measureText,
  optionLine,
  rangeText,
  setName,
  setText,
  unfeltText,
  valueText,
  valueTexts,
} from "./sentences";

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

test("figures: shares as whole percentages, counts with their decimals, a real minus", () => {
  expect(figure("win_place_0", 0.253)).toBe("25 %");
  expect(figure("minutes", 9.25)).toBe("9");
  expect(figure("gain", -0.126)).toBe("−0.1");
});

test("a measure in words, of any seat, and of one that has no words", () => {
  expect(measureText(GAME, "win_place_0", 0.25)).toBe("The first dealer wins 25 % of matches");
  expect(measureText(GAME, "win_place_10", 0.1)).toBe("Seat 10 after the first dealer wins 10 % of matches");
  expect(measureText(GAME, "later_one", 0.1)).toBe("later_one 10 %");
});

test("in Auction Draw it is who leads first that wins", () => {
  expect(measureText("auction-draw", "win_place_0", 0.25)).toBe("The first leader wins 25 % of matches");
});

test("a change of length is shown with the usual one, and the level if it is clear only there", () => {
  expect(changeText(GAME, table(2), longer)).toBe("Matches last about 12 minutes instead of 9.");
  const some = { ...longer, certainty: "some" } as const;
  expect(changeText(GAME, table(2), some)).toBe(
    "Among strong players: Matches last about 12 minutes instead of 9.",
  );
});

test("of another measure only its direction is shown", () => {
  const of = (measure: string, change: number, game = GAME): string =>
    changeText(game, table(1), { measure, change, low: null, high: null, certainty: "sure" });
  expect(of("price", 0.4)).toBe("Buying costs more.");
  expect(of("made", -0.2)).toBe("Buying pays off less often.");
  expect(of("win_place_3", 0.1)).toBe("Seat 3 after the first dealer wins more often.");
  expect(of("win_place_0", 0.1, "auction-draw")).toBe("The first leader wins more often.");
  expect(of("later_one", 0.1)).toBe("later_one 10 %.");
});

test("every measure has words for both directions", () => {
  const { measure, rises, falls } = english.effects;
  const named = Object.keys(measure).filter((name) => name !== "minutes");
  expect([Object.keys(rises), Object.keys(falls)]).toEqual([named, named]);
});

test("the length of a match comes first, and a certain change before a doubtful one", () => {
  const wider = { measure: "win_place_0", change: 0.1, low: 0.05, high: 0.15, certainty: "sure" } as const;
  const doubtful = { ...wider, measure: "skill", certainty: "some" } as const;
  const usual = { minutes: 9.25, win_place_0: 0.253, skill: 0.4 };
  const of = (...changes: Change[]): string | null =>
    valueText(GAME, { ...table(2), usual }, measured(5, changes));
  expect(of(doubtful, wider, longer)).toMatch(/^Matches last/);
  expect(of(doubtful, wider)).toMatch(/^The first dealer wins/);
});

test("without a change that can be felt nothing is claimed", () => {
  const reversed = { ...longer, certainty: "reversed" } as const;
  expect(valueText(GAME, table(1), measured("any", [wins, reversed]))).toBeNull();
  expect(valueText(GAME, table(1), measured("any", [longer]))).not.toBeNull();
});

test("only values with a change that can be felt are listed", () => {
  const of = (...values: MeasuredValue[]): unknown[] =>
    valueTexts(GAME, table(1), option(7, ...values)).map(({ value }) => value);
  expect(of(measured(5, [longer]), measured(8, [wins]))).toEqual([5]);
  expect(of(measured(8, [wins]), measured(9, []))).toEqual([]);
});

test("a rule set without an effect that can be felt is not worth a line", () => {
  const known = { ...table(1), options: [option(7, measured(5, [longer]), measured(8, [wins]))] };
  const of = (target: number): boolean =>
    changesMuch(known, { name: null, seats: 4, options: { target }, matches: 9, minutes: null, luck: null });
  expect([of(5), of(8), of(9)]).toEqual([true, false, false]);
});

test("values without a change that can be felt share one sentence", () => {
  const of = (...values: MeasuredValue[]): string | null => unfeltText(table(1), option(7, ...values), words);
  expect(of(measured(5, [longer]))).toBeNull();
  expect(of(measured(5, [wins]), measured(8, []))).toBe("You will hardly notice it.");
  expect(of(measured(5, [longer]), measured(8, [wins]), measured(9, []))).toBe(
    "“8” and “9”: you will hardly notice it.",
  );
});

test("the line is of the chosen value, or of the nearest that changes something", () => {
  const five = measured(5, [longer]);
  const eight = measured(8, [wins]);
  const of = (chosen: number): string | null =>
    optionLine(GAME, table(1), option(7, five, eight), chosen, words);
  expect(of(5)).toMatch(/^Matches last about 12/);
  expect(of(8)).toBe("You will hardly notice it.");
  expect(of(7)).toMatch(/^With “5”: Matches last/);
  expect(of(9)).toMatch(/^We have not tried this one\. With “5”: Matches last/);
  expect(optionLine(GAME, table(1), option(7, eight), 7, words)).toBeNull();
});

test("what was not measured says so", () => {
  expect(optionLine(GAME, table(1), undefined, 7, words)).toBe("We have not tried this one.");
  const set = { name: "short", seats: 4, options: {}, matches: 0, minutes: null, luck: null };
  expect(setText(set)).toBe("We have not tried this one.");
  expect([setName(GAME, set), setName(GAME, { ...set, name: null })]).toEqual(["Short match", null]);
  expect(setName(GAME, { ...set, name: "unheard of" })).toBe("unheard of");
  const minutes = { low: 3.7, middle: 5.6, high: 9.3 };
  expect(setText({ ...set, minutes })).toBe("6 minutes");
  expect(rangeText("Short match", { ...set, minutes })).toBe("Short match: 4 to 9 minutes");
  const luck = { low: 0.36, middle: 0.396, high: 0.44 };
  expect(rangeText("Short match", { ...set, minutes, luck })).toBe(
    "Short match: 4 to 9 minutes, 36 to 44\u00a0%\u00a0luck",
  );
  expect(setText({ ...set, minutes, luck: { low: null, middle: 0.396, high: null } })).toBe(
    "6 minutes, 40\u00a0%\u00a0luck",
  );
});

test("a rule set without a name is called after the number that it changes", () => {
  const of = (options: RuleSet["options"]): string | null =>
    setName("auction-pitch", { name: null, seats: 4, options, matches: 9, minutes: null, luck: null });
  expect(of({ target: 25 })).toBe("25 points to win");
  expect([of({}), of({ target: 25, deals: 6 })]).toEqual([null, null]);
});
