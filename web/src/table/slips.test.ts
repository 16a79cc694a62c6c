// Which paper slips a new player finds at the table.
import { expect, test } from "vitest";
import type { TableState } from "../lib/tableState.svelte";
import { endsOfferOfSound, slipsFor } from "./slips";
import "../lib/moreMessages";

const NEW = { goalsRead: [], sound: false, soundDecided: false };
const HOUSE = { game: "auction-house", deal: 1, last: null };

function table(board: object, status = "playing", seat: number | null = 0): TableState {
  return { board, table: { status, options: {} }, you: { seat } } as unknown as TableState;
}

function kinds(state: TableState, known: Partial<typeof NEW> | object = {}): string[] {
  return slipsFor(state, { ...NEW, ...known }).map(({ kind }) => kind);
}

test("a player finds the goal in the first deal, until it has been read", () => {
  expect(kinds(table(HOUSE))).toEqual(["goal", "sound"]);
  expect(kinds(table(HOUSE), { goalsRead: ["auction-house"] })).toEqual(["sound"]);
  expect(kinds(table(HOUSE), { goalsRead: ["auction-draw"] })).toEqual(["goal", "sound"]);
});

test("there is no slip after the first deal, and the offer of sound then ends for good", () => {
  for (const later of [table({ ...HOUSE, last: {} }), table({ ...HOUSE, deal: 2 })]) {
    expect(kinds(later)).toEqual([]);
    expect(endsOfferOfSound(later)).toBe(true);
  }
  expect(endsOfferOfSound(table(HOUSE))).toBe(false);
  expect(endsOfferOfSound(table({ ...HOUSE, deal: 2 }, "playing", null))).toBe(false);
});

test("sound is offered until it is decided", () => {
  expect(kinds(table(HOUSE), { soundDecided: true })).toEqual(["goal"]);
  expect(kinds(table(HOUSE), { sound: true })).toEqual(["goal"]);
});

test("there is no slip for spectators, before the match or after it", () => {
  expect(kinds(table(HOUSE, "playing", null))).toEqual([]);
  expect(kinds(table(HOUSE, "gathering"))).toEqual([]);
  expect(kinds(table(HOUSE, "over"))).toEqual([]);
});
