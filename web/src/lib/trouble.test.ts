// What a table says while a move of the reader has no answer.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, Listener } from "./socket";
import { LATE, TableState } from "./tableState.svelte";

let listener: Listener;
let answer: (answer: Answer) => void;
vi.mock("./remind", () => ({ remind: () => undefined }));
vi.mock("./socket", () => ({
  connectTable: (_url: string, _token: unknown, heard: Listener) => {
    listener = heard;
    return { close: () => undefined, send: () => new Promise((resolve) => (answer = resolve)) };
  },
}));

let table: TableState;

beforeEach(() => {
  vi.useFakeTimers();
  table = new TableState();
  table.connect("ws://server", async () => null);
  listener.onStatus(null);
  table.you = { seat: 0, owner: true, asked: 2, mine: null, may_undo: false, call: null };
});
afterEach(() => vi.useRealTimers());

test("a move that is answered at once changes nothing", async () => {
  const acted = table.act("pass");
  answer({ type: "done", id: "1", version: 3 } as Answer);
  await acted;
  vi.advanceTimersByTime(10 * LATE);
  expect(table.trouble).toBeNull();
});

test("a move without an answer is said to wait, until it is answered or the connection ends", async () => {
  const acted = table.act("pass");
  vi.advanceTimersByTime(LATE);
  expect(table.trouble).toBe("late");
  listener.onStatus("lost");
  expect(table.trouble).toBe("lost");
  listener.onStatus(null);
  answer({ type: "done", id: "1", version: 3 } as Answer);
  await acted;
  expect(table.trouble).toBeNull();
});
