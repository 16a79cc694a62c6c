import { expect, test } from "vitest";
import { listed, t, textAt } from "./messages";
import { isTile, pieceName } from "./pieces";

test("cards and tiles in words", () => {
  expect(pieceName("TD")).toBe("ten of diamonds");
  expect(pieceName("6-4")).toBe("six-four");
  expect(pieceName("0-0")).toBe("double blank");
  expect(pieceName("12-0")).toBe("twelve-blank");
  expect(isTile("TD")).toBe(false);
});

test("a face-down piece says only that", () => {
  expect(pieceName(null)).toBe("face down");
  expect(pieceName("??")).toBe("face down");
});

test("a piece that is neither a card nor a tile keeps its own name", () => {
  for (const name of ["4", "13", "gold", "lot-3"]) expect(pieceName(name)).toBe(name);
});

test("every card and every tile has a name", () => {
  for (const rank of "A23456789TJQK") {
    for (const suit of "CDHS") expect(pieceName(rank + suit)).not.toMatch(/pieces\.|[{}]/);
  }
  for (let high = 0; high <= 12; high++) {
    for (let low = 0; low <= high; low++) expect(pieceName(`${high}-${low}`)).not.toMatch(/pieces\.|[{}]/);
  }
});

test("places are filled in and counts choose their form", () => {
  expect(t("lobby.seats", { count: 1 })).toBe("1 player");
  expect(t("lobby.seats", { count: 4 })).toBe("4 players");
  expect(textAt("nowhere.at.all")).toBe("nowhere.at.all");
  expect(listed(["Ann", "Ben", "Cay"])).toBe("Ann, Ben and Cay");
});
