// Which paper slips a new player finds at the table.
import { expect, test } from "vitest";
import type { TableState } from "../lib/tableState.svelte";
import { slipsFor } from "./slips";
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
  expect(kinds(table({ ...HOUSE, last: {} }))).toEqual(["sound"]);
  expect(kinds(table({ ...HOUSE, deal: 2 }))).toEqual(["sound"]);
  expect(kinds(table(HOUSE), { goalsRead: ["auction-house"] })).toEqual(["sound"]);
  expect(kinds(table(HOUSE), { goalsRead: ["auction-draw"] })).toEqual(["goal", "sound"]);
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
