// A play chosen before the turn, at a table: what drops it, and when it is sent.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board, Happened, Mine, Snapshot, TableInfo, Update, You } from "../wire";
import type { Command, Listener } from "./socket";
import { TableState } from "./tableState.svelte";

let listener: Listener;
let sent: Command[];
let table: TableState;
const putBack = vi.fn();
vi.mock("./socket", () => ({
  connectTable: (_url: string, _token: unknown, heard: Listener) => {
    listener = heard;
    return {
      close: () => undefined,
      send: (command: Command) => {
        sent.push(command);
        return Promise.resolve({ type: "done", id: "", version: 3 });
      },
    };
  },
}));
vi.mock("./remind", () => ({ remind: () => undefined }));

const chairs = ["Ann", "Ben"].map((name) => ({ kind: "human", name, player: null, owner: false }));
const info = { status: "playing", chairs, clock: null, taking_back: null } as unknown as TableInfo;
const happened = (kind: string): Happened =>
  ({ kind, seat: 1, name: "Ben", text: "", by_house: false, moves: 1 }) as Happened;

function board(phase: string, plays: string | null): Board {
  return {
    game: "some-game",
    phase,
    plays,
    deal: 1,
    acting: [1],
    winners: [],
    last: null,
  } as unknown as Board;
}

function you(legal: string[] = [], seat = 0): You {
  const mine = { hand: ["2C", "3H"], legal, chosen: null } as unknown as Mine;
  return { seat, owner: true, asked: legal.length ? 2 : null, mine, may_undo: false, call: null };
}

function update(more: Partial<Update>): void {
  const nothing = {
    table: null,
    board: null,
    events: [],
    anew: false,
    sheet: [],
    settled: null,
    ticking: [],
  };
  listener.onMessage({ type: "update", version: 2, what: happened("move"), you: you(), ...nothing, ...more });
}

function snapshot(): void {
  const rest = { events: [], sheet: [], chat: [], present: [true, true], watchers: 0, ticking: [] };
  const now = { you: you(), board: board("play", "play") };
  listener.onMessage({
    type: "snapshot",
    version: 1,
    build: "",
    table: info,
    ...now,
    ...rest,
  } satisfies Snapshot);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", {});
  vi.clearAllMocks();
  sent = [];
  table = new TableState({ putBack });
  table.connect("ws://server", async () => null);
  listener.onStatus(null);
  snapshot();
});
afterEach(() => vi.useRealTimers());

test("the choice is sent on the turn, and nothing before", () => {
  expect(table.choosesAhead).toBe(true);
  table.chooseAhead("2C");
  update({});
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
  update({ you: you(["play 2C", "play 3H"]) });
  vi.advanceTimersByTime(399);
  expect([sent, table.choosesAhead]).toEqual([[], false]);
  vi.advanceTimersByTime(801);
  expect(sent).toEqual([{ type: "act", at: 2, action: "play 2C" }]);
});

test.each<[string, () => void]>([
  ["a take-back", () => update({ what: happened("undo"), anew: true })],
  ["a request to take back", () => update({ what: happened("ask") })],
  ["another phase", () => update({ board: board("bid", null) })],
  ["another seat", () => update({ you: you([], 1) })],
  ["the end of the match", () => update({ table: { ...info, status: "over" } as TableInfo })],
  ["a lost connection", () => listener.onStatus("lost" as never)],
  ["a new snapshot", snapshot],
])("%s drops the choice", (_, happens) => {
  table.chooseAhead("2C");
  happens();
  expect([table.ahead, putBack.mock.calls.length]).toEqual([null, 1]);
  update({ you: you(["play 2C"]), board: board("play", "play"), table: info });
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
});

test("an illegal choice is dropped with a refusal at its card, and without a question to the server", () => {
  table.chooseAhead("2C");
  update({ you: you(["play 3H"]) });
  expect(table.ahead).toBeNull();
  expect(table.notice).toMatchObject({ ofAction: true, piece: "2C" });
  expect(sent).toEqual([]);
});

test("an act of the reader replaces the choice", () => {
  table.chooseAhead("2C");
  update({ you: you(["play 2C", "play 3H"]) });
  void table.act("play 3H");
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([{ type: "act", at: 2, action: "play 3H" }]);
});

test("nothing can be chosen in a phase whose plays are sealed or have a price", () => {
  update({ board: board("kitty", null) });
  expect([table.choosesAhead, table.chooseAhead("2C"), table.ahead]).toEqual([false, false, null]);
});
