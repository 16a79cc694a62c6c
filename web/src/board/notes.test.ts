import { expect, it } from "vitest";
import { noteText } from "./notes";

it("shows a note that has no text as it is, and nothing where nothing is noted", () => {
  expect(noteText("some-game", "won 1", ["Ann", "Ben"])).toBe("won 1");
  expect(noteText("some-game", null, ["Ann", "Ben"])).toBe("");
});
