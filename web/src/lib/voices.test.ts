import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speechTime } from "./speech";
import { Voices } from "./voices.svelte";

const HELLO = { text: "Hello." };
const CLAP = { reaction: "clap" } as const;
let voices: Voices;
beforeEach(() => {
  vi.useFakeTimers();
  voices = new Voices();
});
afterEach(() => {
  vi.useRealTimers();
});

test("what a seat says disappears once there was time to read it", () => {
  expect(voices.say(1, "Ben", HELLO)).toBe(true);
  vi.advanceTimersByTime(speechTime(HELLO) - 1);
  expect(voices.speech).toEqual({ 1: HELLO });
  vi.advanceTimersByTime(1);
  expect(voices.speech).toEqual({});
});

test("a second line has its full time", () => {
  voices.say(1, "Ben", HELLO);
  vi.advanceTimersByTime(speechTime(HELLO) - 1);
  voices.say(1, "Ben", CLAP);
  vi.advanceTimersByTime(speechTime(CLAP) - 1);
  expect(voices.speech).toEqual({ 1: CLAP });
});

test("a line after all were erased has its full time", () => {
  voices.say(1, "Ben", HELLO);
  voices.clear();
  expect(voices.speech).toEqual({});
  voices.say(1, "Ben", HELLO);
  vi.advanceTimersByTime(speechTime(HELLO) - 1);
  expect(voices.speech).toEqual({ 1: HELLO });
});

test("nothing is shown of a person whom the reader hides", () => {
  voices.hide("Ben", true);
  expect(voices.say(1, "Ben", CLAP)).toBe(false);
  voices.say(2, "Cay", CLAP);
  expect(voices.speech).toEqual({ 2: CLAP });
  voices.hide("Ben", false);
  expect(voices.say(1, "Ben", CLAP)).toBe(true);
});

test("silencing a seat does not affect the others", () => {
  voices.say(1, "Ben", HELLO);
  voices.say(2, "Cay", CLAP);
  voices.silence(1);
  expect(voices.speech).toEqual({ 2: CLAP });
});
