// Seats of the round in progress, and the people who can take them over.
import type { EventPage } from "../wire";

export interface Seat {
  table: number;
  seat: number;
  /** Number of the person who has the seat. */
  person: number;
  /** Whether that person no longer takes part. */
  free: boolean;
}

/** Returns the seats of people at unfinished tables of the round in progress. */
export function seatsInPlay(event: EventPage): Seat[] {
  const status = new Map(event.people.map((person) => [person.number, person.status]));
  const tables = (event.played.at(-1)?.tables ?? []).filter((table) => !table.over);
  return tables.flatMap((table) =>
    table.people.flatMap((person, seat) =>
      person === null ? [] : [{ table: table.number, seat, person, free: status.get(person) !== "in" }],
    ),
  );
}

/** Returns the people who take part and have had no seat in the round in progress. */
export function waiting(event: EventPage): EventPage["people"] {
  const tables = event.status === "playing" ? event.played.at(-1)!.tables : [];
  const seated = new Set(
    tables.flatMap((table) => [
      ...table.people,
      ...table.substitutes.flatMap((one) => [one.person, one.replaced]),
    ]),
  );
  return tables.length
    ? event.people.filter(({ number, status }) => status === "in" && !seated.has(number))
    : [];
}
