import { expect, it } from "vitest";
import type { Trick } from "../wire";
import type { Table } from "./table";
import { trickCards } from "./tableCards";

const table = { name: (seat: number) => ["Ann", "Ben"][seat] ?? "" } as Table;
const plays = [
  { seat: 0, card: "JD" },
  { seat: 1, card: "2D" },
];

it("says who led and who wins, also if both are the same seat", () => {
  const notes = (winner: number, over: boolean) =>
    trickCards({ plays, winner } as Trick, table, over).map(({ note }) => note);
  expect(notes(1, false)).toEqual(["led", "wins so far"]);
  expect(notes(0, false)).toEqual(["led, wins so far", ""]);
  expect(notes(1, true)).toEqual(["led", "took it"]);
});
