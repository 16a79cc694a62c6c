import { expect, it } from "vitest";
import { speechTime } from "./speech";

it("shows a long line longer than a short one, up to a limit", () => {
  const [short, long, longest] = [3, 60, 200].map((length) => speechTime({ text: "a".repeat(length) }));
  expect(speechTime({ reaction: "clap" })).toBeLessThan(short!);
  expect(short).toBeLessThan(long!);
  expect(long).toBeLessThan(longest!);
  expect(longest).toBe(12_000);
});
