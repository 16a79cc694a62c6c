import { expect, it } from "vitest";
import type { Trick } from "../wire";
import type { Table } from "./table";
import { trickCards } from "./tableCards";

const table = { name: (seat: number) => ["Ann", "Ben"][seat] ?? "" } as Table;
const plays = [
  { seat: 0, card: "JD" },
  { seat: 1, card: "2D" },
];

it("says who led, who wins and who took it", () => {
  const notes = (winner: number, over: boolean) =>
    trickCards({ plays, winner } as Trick, table, over).map(({ note }) => note);
  expect(notes(1, false)).toEqual(["led", "wins so far"]);
  expect(notes(0, false)).toEqual(["wins so far", ""]);
  expect(notes(1, true)).toEqual(["led", "took it"]);
  expect(notes(0, true)).toEqual(["took it", ""]);
});

it("marks the card led, and crowns no card before there are two", () => {
  const cards = (count: number) =>
    trickCards({ plays: plays.slice(0, count), winner: 0 } as Trick, table, false);
  expect(cards(1).map(({ note, best, first }) => [note, best, first])).toEqual([["led", false, true]]);
  expect(cards(1)[0]!.spoken).not.toContain("wins");
  expect(cards(2).map(({ best, first }) => [best, first])).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(cards(2)[0]!.spoken).toContain("wins so far");
});
