import { expect, it } from "vitest";
import { commitHolds, seedHolds } from "./fair";

// Computed by saleroom.match.fair_deals: the server's seed is the bytes 0 … 31.
const SEED = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, "0")).join("");
const COMMIT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const MIXED = "3ab6baa4a7acd493ebaeb4dad1811e42731a36374de70d2c9a884ba9cdd135f7";

it("agrees with the server about commitment and seed", () => {
  expect(commitHolds(COMMIT, SEED)).toBe(true);
  expect(seedHolds(MIXED, SEED, ["tea", "Käse ☕"])).toBe(true);
  expect(seedHolds(COMMIT, SEED, [])).toBe(true);
});

it("sees what is wrong", () => {
  expect(commitHolds(MIXED, SEED)).toBe(false);
  expect(commitHolds(COMMIT, "zz")).toBe(false);
  expect(seedHolds(MIXED, SEED, ["Käse ☕", "tea"])).toBe(false);
  expect(seedHolds(MIXED, SEED, ["teaK", "äse ☕"])).toBe(false);
});
