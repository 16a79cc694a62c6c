import { expect, test } from "vitest";
import { has } from "../lib/messages";
import { PEOPLE, PICTURES, sitterOf } from "./people";

test("there are at least 24 portraits, and no two look alike", () => {
  expect(PICTURES.length).toBeGreaterThanOrEqual(24);
  const looks = Object.values(PEOPLE).map(({ features: { cut, covers, beard, extra }, colours }) =>
    JSON.stringify([cut, covers, beard, extra, colours.skin]),
  );
  expect(new Set(looks).size).toBe(PICTURES.length);
  expect(new Set(Object.values(PEOPLE).map(({ colours }) => colours.ground)).size).toBe(PICTURES.length);
});

test("a chosen portrait does not depend on the name", () => {
  expect(sitterOf("p07", "Ann")).toBe(sitterOf("p07", "Bob"));
  expect(sitterOf("p07", "Ann")).toBe(PEOPLE.p07);
});

test("without a known portrait, the name gives one", () => {
  for (const picture of [null, "p99", "toString"])
    expect(sitterOf(picture, "Zoë 2")).toBe(sitterOf(null, "Zoë 2"));
  const names = Array.from({ length: 400 }, (_, number) => `Guest ${number}`);
  expect(new Set(names.map((name) => sitterOf(null, name))).size).toBe(PICTURES.length);
});

test("every portrait is described for screen readers", () => {
  for (const picture of PICTURES) expect(has(`portraits.${picture}`)).toBe(true);
});
