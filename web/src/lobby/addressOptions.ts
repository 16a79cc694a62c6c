// Options in an address, so that a link can name the rules of a table: "?seats=5&target=10".
import type { GameInfo } from "../wire";

export interface AddressOptions {
  seats?: number;
  options: Record<string, number | string>;
}

export function optionsFromAddress(search: string, game: GameInfo): AddressOptions {
  const words = new URLSearchParams(search);
  const given: AddressOptions = { options: {} };
  const seats = Number(words.get("seats"));
  if (game.seats.includes(seats)) given.seats = seats;
  for (const option of game.options) {
    const word = words.get(option.name);
    if (word === null) continue;
    const value = option.kind === "number" ? Number(word) : word;
    const fits = option.values.length
      ? option.values.includes(value)
      : Number.isInteger(value) && Number(value) >= (option.low ?? 0) && Number(value) <= (option.high ?? 0);
    if (fits) given.options[option.name] = value;
  }
  return given;
}

/** Options as an address: "?seats=5&target=10". */
export function optionsToAddress(seats: number, options: Record<string, number | string>): string {
  const words = Object.entries(options).map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams([["seats", String(seats)], ...words])}`;
}
