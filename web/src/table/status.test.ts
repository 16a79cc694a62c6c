// What the table is waiting for.
import { expect, test } from "vitest";
import type { TableState } from "../lib/tableState.svelte";
import "../lib/moreMessages";
import { statusText } from "./status";

const NAMES = ["Ada", "Bot 1", "Bot 2"];

/** A table of a person and two bots, where these seats have to act and the reader waits. */
function waiting(...acting: number[]): TableState {
  const labels = NAMES.map((name, seat) => ({ name, present: true, bot: seat > 0 }));
  return {
    board: { acting, deal: 1, phase: "play", winners: [] },
    table: { status: "playing" },
    you: { seat: 0, asked: null, mine: null },
    labels,
    names: NAMES,
    myTurn: false,
  } as unknown as TableState;
}

test("a bot is named for as long as it thinks", () => {
  expect(statusText(waiting(1))).toBe("Bot 1 is thinking.");
  expect(statusText(waiting(2))).toBe("Bot 2 is thinking.");
});

test("all are named for whom a table with several seats to act waits", () => {
  expect(statusText(waiting(1, 2))).toContain("Bot 1");
  expect(statusText(waiting(1, 2))).toContain("Bot 2");
});
