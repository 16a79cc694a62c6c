import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LATEST, PassKey, SOONEST } from "./passKey";

let calls: string[];
let key: PassKey;

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  key = new PassKey({
    ask: () => calls.push("ask"),
    lapse: () => calls.push("lapse"),
    pass: () => calls.push("pass"),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("the second press passes", () => {
  key.press(7);
  expect(calls).toEqual(["ask"]);
  vi.advanceTimersByTime(SOONEST);
  key.press(7);
  expect(calls).toEqual(["ask", "pass"]);
  vi.advanceTimersByTime(LATEST);
  expect(calls).toHaveLength(2);
});

test("a bounce of the key does not pass", () => {
  key.press(7);
  vi.advanceTimersByTime(SOONEST - 1);
  key.press(7);
  expect(calls).toEqual(["ask"]);
});

test("a press that comes too late, or in a later turn, is a first one", () => {
  key.press(7);
  vi.advanceTimersByTime(LATEST);
  key.press(7);
  expect(calls).toEqual(["ask", "lapse", "ask"]);
  vi.advanceTimersByTime(SOONEST);
  key.press(9);
  expect(calls).toEqual(["ask", "lapse", "ask", "ask"]);
});

test("where passing is not legal, the key does nothing", () => {
  key.press(null);
  expect(calls).toEqual([]);
});
