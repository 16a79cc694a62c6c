import { expect, test } from "vitest";
import { COURT } from "./court";
import { dots } from "./dots";
import { PIPS, RANKS, SUITS } from "./shapes";

test("a number card shows as many pips as its number, the same way up and down", () => {
  for (const [rank, spots] of Object.entries(PIPS)) {
    expect(spots).toHaveLength(rank === "T" ? 10 : Number(rank));
    const turned = spots.filter(([, y]) => y !== 175).map(([x, y]) => `${250 - x} ${350 - y}`);
    const rows = spots.map(([x, y]) => `${x} ${y}`);
    if (rank !== "7") expect(rows).toEqual(expect.arrayContaining(turned));
  }
});

test("every card has an index, a suit and a picture", () => {
  expect(Object.keys(SUITS).sort().join("")).toBe("CDHS");
  for (const rank of "A23456789TJQK") {
    expect(RANKS[rank]).toBeTruthy();
    expect(rank === "A" || PIPS[rank] || COURT[rank]).toBeTruthy();
  }
});

test("half a tile has as many dots as its number, none on another or over the edge", () => {
  for (let number = 0; number <= 12; number++) {
    const found = dots(number);
    expect(found).toHaveLength(number);
    expect(new Set(found.map(String)).size).toBe(number);
    for (const place of found.flat()) expect(place).toBeGreaterThan(10);
    for (const place of found.flat()) expect(place).toBeLessThan(90);
  }
});
