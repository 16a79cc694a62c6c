import { expect, it } from "vitest";
import type { Trick } from "../wire";
import type { Table } from "./table";
import { trickCards } from "./tableCards";

const table = { name: (seat: number) => ["Ann", "Ben"][seat] ?? "" } as Table;
const plays = [
  { seat: 0, card: "JD" },
  { seat: 1, card: "2D" },
];

it("says who led, who wins and who took it; the crown alone marks a led card that wins so far", () => {
  const notes = (winner: number, over: boolean) =>
    trickCards({ plays, winner } as Trick, table, over).map(({ note }) => note);
  expect(notes(1, false)).toEqual(["led", "wins so far"]);
  expect(notes(0, false)).toEqual(["led", ""]);
  expect(notes(1, true)).toEqual(["led", "took it"]);
  expect(notes(0, true)).toEqual(["took it", ""]);
});
