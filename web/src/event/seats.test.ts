import { expect, test } from "vitest";

import type { EventPage } from "../wire";
import { seatsInPlay, waiting } from "./seats";

const people = ["in", "in", "left", "in", "in"].map((status, at) => ({
  number: at + 1,
  name: `P${at}`,
  status,
}));
const table = (number: number, seats: (number | null)[], more: object = {}): object => ({
  number,
  people: seats,
  substitutes: [],
  over: false,
  ...more,
});
const event = (...tables: object[]): EventPage =>
  ({ status: "playing", people, played: [{ number: 1, tables }] }) as unknown as EventPage;

test("seats of unfinished tables can be taken over, and are free if their person has left", () => {
  const found = seatsInPlay(event(table(1, [1, null, 3]), table(2, [2, null, null], { over: true })));
  expect(found).toEqual([
    { table: 1, seat: 0, person: 1, free: false },
    { table: 1, seat: 2, person: 3, free: true },
  ]);
});

test("people without a seat in the round wait, but not those who gave up their seat or had one", () => {
  const substitutes = [
    { seat: 0, person: 4, replaced: 1, deal: 1 },
    { seat: 0, person: 2, replaced: 4, deal: 1 },
  ];
  const found = waiting(event(table(1, [2, null], { substitutes })));
  expect(found.map((person) => person.number)).toEqual([5]);
  expect(waiting({ ...event(table(1, [1])), status: "between" })).toEqual([]);
});
