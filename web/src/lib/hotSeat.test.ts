import { beforeEach, expect, test, vi } from "vitest";
import type { TableState } from "./tableState.svelte";

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const broken = {
  getItem: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
  setItem: () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
};

/** A page's own modules, in a browser with this storage. */
async function page(local: object = storage): Promise<typeof import("./hotSeat")> {
  vi.resetModules();
  vi.stubGlobal("localStorage", local);
  return import("./hotSeat");
}

beforeEach(() => stored.clear());

test("the tokens of a table outlast the page, and those of other tables stay apart", async () => {
  (await page()).keepSeatTokens("one", ["a", null]);
  const later = await page();
  later.keepSeatTokens("two", ["b", "c"]);
  expect(later.seatTokens("one")).toEqual(["a", null]);
  expect(later.seatTokens("two")).toEqual(["b", "c"]);
  expect(later.seatTokens("three")).toBeNull();
});

test("the oldest tables are forgotten, and an erasure forgets all", async () => {
  const { forgetSeatTokens, keepSeatTokens, seatTokens } = await page();
  for (let number = 0; number < 25; number++) keepSeatTokens(`table ${number}`, ["a"]);
  expect(seatTokens("table 4")).toBeNull();
  expect(seatTokens("table 5")).toEqual(["a"]);
  forgetSeatTokens();
  expect(stored.size).toBe(0);
  expect(seatTokens("table 24")).toBeNull();
});

test("without storage, the tokens last as long as the page", async () => {
  const here = await page(broken);
  here.keepSeatTokens("one", ["a"]);
  here.keepSeatTokens("two", ["b"]);
  expect(here.seatTokens("one")).toEqual(["a"]);
  expect((await page(broken)).seatTokens("one")).toBeNull();
});

test("a device goes to people who have to act, and first to those who have to agree", async () => {
  const { awaitedSeats } = await page();
  const chairs = ["human", "bot", "human", "human"].map((kind) => ({ kind }));
  const at = (acting: number[], waits_for: number[] | null, status = "playing") =>
    awaitedSeats({
      table: { status, chairs, taking_back: waits_for && { seat: 0, moves: 1, waits_for } },
      board: { acting },
    } as unknown as TableState);
  expect(at([0, 1, 3], null)).toEqual([0, 3]);
  expect(at([1], null)).toEqual([]);
  expect(at([0], [2, 3])).toEqual([2, 3]);
  expect(at([0], null, "over")).toEqual([]);
});
