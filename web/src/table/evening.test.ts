import { expect, test } from "vitest";
import type { GameInfo } from "../wire";
import { nextGame } from "./evening";

const games = [
  { name: "house", seats: [4] },
  { name: "pitch", seats: [2, 3, 4] },
  { name: "draw", seats: [2, 3] },
] as GameInfo[];

test("the next game follows in the lobby's order and is played by as many people", () => {
  expect(nextGame(games, "house", 4)?.name).toBe("pitch");
  expect(nextGame(games, "pitch", 4)?.name).toBe("house");
  expect(nextGame(games, "draw", 2)?.name).toBe("pitch");
  expect(nextGame(games, "pitch", 7)).toBeNull();
});
