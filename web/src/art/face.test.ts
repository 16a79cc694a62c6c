import { expect, test } from "vitest";
import { HAIR, lookOf } from "./face";

const HOUSE = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo"];

test("the players of the house are told apart by hair and ground", () => {
  const looks = HOUSE.map(lookOf);
  expect(new Set(looks.map(({ cut }) => cut)).size).toBe(HAIR.length);
  expect(new Set(looks.map(({ ground }) => ground)).size).toBe(HOUSE.length);
});

test("a name has one face, whatever the name", () => {
  for (const name of ["", "Zoë 2", "陳", "Ada"]) expect(lookOf(name)).toEqual(lookOf(name));
  expect(new Set(["Ida", "Jim", "Kay", "Lou", "Mae"].map((name) => JSON.stringify(lookOf(name)))).size).toBe(
    5,
  );
});
