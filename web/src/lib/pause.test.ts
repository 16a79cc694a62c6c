import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board, Happened, Mine, Snapshot, TableInfo, Update, You } from "../wire";
import { announceUpdate } from "../table/announce";
import { awaited, statusText } from "../table/status";
import { live } from "./live.svelte";
import { PAUSE, READING, REVEAL } from "./pause";
import type { Listener } from "./socket";
import { TableState } from "./tableState.svelte";

let listener: Listener;
let pauses = true;
let withheld: string[] | null = null;
let table: TableState;
vi.mock("./socket", () => ({
  connectTable: (_url: string, _token: unknown, heard: Listener) => {
    listener = heard;
    return { close: () => undefined };
  },
}));
vi.mock("./remind", () => ({ remind: () => undefined }));
vi.mock("./sound", () => ({ play: () => undefined }));

const NAMES = ["Ann", "Ben", "Cay", "Dan"];
const chairs = NAMES.map((name, seat) => ({
  kind: seat < 2 ? "human" : "bot",
  name,
  player: null,
  owner: false,
}));
const info = { status: "playing", chairs, clock: null, taking_back: null } as unknown as TableInfo;
const what = { kind: "move", seat: 1, name: "Ben", text: "", by_house: false, moves: 0 } as Happened;

function board(deal: number, phase: string, acting: number[]): Board {
  const last =
    deal > 1 || phase === "deal" ? { deal: phase === "deal" ? deal : deal - 1, score: [1, 0, 0, 0] } : null;
  const trick = { plays: [], winner: null };
  return {
    game: "some-game",
    phase,
    deal,
    acting,
    winners: [],
    last,
    scores: [last?.deal === deal || deal > 1 ? 1 : 0, 0, 0, 0],
    pot: phase === "deal" ? 0 : 8,
    trick,
    last_trick: null,
  } as unknown as Board;
}

function you(asked: number | null, hand: string[]): You {
  return {
    seat: 0,
    owner: true,
    asked,
    mine: { hand, legal: [], chosen: null } as unknown as Mine,
    may_undo: false,
    call: null,
  };
}

function says(version: number, more: Partial<Update>): void {
  const nothing = {
    table: null,
    board: null,
    events: [],
    anew: false,
    sheet: [],
    settled: null,
    ticking: [],
  };
  listener.onMessage({ type: "update", version, what, you: you(null, ["2C"]), ...nothing, ...more });
}

/** Ben's last card ends the deal, and the next one is dealt at once. */
function endDeal(version: number, more: Partial<Update> = {}): void {
  says(version, {
    events: ["1 play 3C", "table deal 0 AS", "table deal 1 ??"],
    board: board(2, "bid", [0]),
    you: you(version, ["AS"]),
    sheet: [{ deal: 1, dealer: 0, score: [1, 0, 0, 0], carry: 0, note: null }],
    settled: { board: board(1, "deal", []), mine: you(null, []).mine },
    ...more,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", {});
  [pauses, withheld] = [true, null];
  live.reset();
  table = new TableState({
    updated: (update, before) => announceUpdate(update, before, table, []),
    pauses: () => pauses,
    withholds: () => withheld,
  });
  table.connect("ws://server", async () => null);
  listener.onMessage({
    type: "snapshot",
    version: 1,
    build: "",
    table: info,
    you: you(null, ["2C"]),
    board: board(1, "play", [1]),
    events: [],
    sheet: [],
    chat: [],
    present: [true, true, true, true],
    watchers: 0,
    ticking: [],
  } satisfies Snapshot);
});
afterEach(() => {
  vi.useRealTimers();
});

const lines = (): string[] => live.lines.map(({ text }) => text);

test("a finished deal is shown alone, and the next one once the reader goes on", () => {
  endDeal(2);
  expect(table.paused).toBe(true);
  expect([table.board?.deal, table.you.mine?.hand, table.myTurn]).toEqual([1, [], false]);
  expect(statusText(table)).toBe("Deal 1 is over.");
  expect(lines().at(-1)).toBe("Deal 1 is over: you +1, Ben 0, Cay 0, Dan 0.");
  table.resume();
  expect([table.board?.deal, table.you.mine?.hand, table.myTurn]).toEqual([2, ["AS"], true]);
  expect(lines().slice(-2)).toEqual(["You are dealt ace of spades.", "Your turn."]);
  expect(lines().filter((line) => line.includes("is over"))).toHaveLength(1);
});

test("what others do meanwhile is shown afterwards, in its order, and nothing waits for long", () => {
  endDeal(2, { board: board(2, "bid", [1]), you: you(null, ["AS"]) });
  says(3, { events: ["1 bid 2"], board: board(2, "bid", [2]) });
  says(4, { events: ["2 pass"], board: board(2, "bid", [0]), you: you(4, ["AS"]) });
  expect([table.version, table.board?.deal, table.busy]).toEqual([4, 1, false]);
  vi.advanceTimersByTime(PAUSE);
  expect([table.paused, table.you.asked, table.board?.acting]).toEqual([false, 4, [0]]);
  expect(lines().slice(-4)).toEqual([
    "You are dealt ace of spades.",
    "Ben bids 2.",
    "Cay passes.",
    "Your turn.",
  ]);
});

test("chat, requests and clocks are told during the pause", () => {
  endDeal(2);
  says(3, {
    what: { ...what, kind: "say", text: "Well played" },
    you: you(2, ["AS"]),
    ticking: [{ seat: 0, left: 9 }],
  });
  expect([table.paused, table.chat.length, table.running.length]).toEqual([true, 1, 1]);
  expect(lines().at(-1)).toBe("Ben: Well played");
  expect(table.myTurn).toBe(false);
});

test("whoever reads has more time, unless their clock runs; then there is less", () => {
  endDeal(2);
  table.stay();
  vi.advanceTimersByTime(PAUSE);
  expect(table.paused).toBe(true);
  vi.advanceTimersByTime(READING);
  expect(table.paused).toBe(false);
  endDeal(3, { ticking: [{ seat: 0, left: 30 }] });
  table.stay();
  vi.advanceTimersByTime(PAUSE / 2);
  expect(table.paused).toBe(false);
});

test("a second deal that ends, a new seat or a new connection ends the pause", () => {
  endDeal(2);
  endDeal(3);
  expect([table.paused, table.sheet.length]).toEqual([true, 2]);
  says(4, { you: { ...you(null, []), seat: null, mine: null } });
  expect([table.paused, table.you.seat]).toEqual([false, null]);
});

test("without a pause the next deal follows at once", () => {
  pauses = false;
  endDeal(2);
  expect([table.paused, table.board?.deal, table.myTurn]).toEqual([false, 2, true]);
});

test("without a pause the log still begins a part with each trick of the next deal", () => {
  pauses = false;
  endDeal(2);
  expect(table.dealEvents).toEqual(["table deal 0 AS", "table deal 1 ??"]);
  const plays = ["0 play AS", "1 play 2D", "2 play 3D", "3 play 4D", "0 play 5D"];
  plays.forEach((play, at) => says(3 + at, { events: [play], board: board(2, "play", []) }));
  expect(live.log.slice(-6).map(({ begins }) => !!begins)).toEqual([false, true, false, false, false, true]);
});

test("advice is said, and is no part of the log", () => {
  live.say("Ben passes.");
  live.advise("In your place: pass.");
  expect(live.log.map(({ text }) => text)).toEqual(["Ben passes."]);
  expect(live.shown.map(({ text }) => text)).toEqual(["Ben passes.", "In your place: pass."]);
});

test("a choice of a phase that is over is not reported any more", () => {
  const chosen = { hand: [], legal: [], chosen: "kitty 2C" } as unknown as Mine;
  says(2, {
    board: board(1, "kitty", [1]),
    you: { ...you(null, []), mine: chosen },
  });
  expect(statusText(table)).toBe("You have chosen. Waiting for Ben.");
  says(3, {
    board: board(1, "play", [1]),
    you: { ...you(null, []), mine: chosen },
  });
  expect(statusText(table)).toBe("Waiting for Ben.");
});

test("the house is offered for people who are away, and for nobody else", () => {
  expect(awaited(table)).toEqual([]);
  listener.onMessage({ type: "presence", present: [true, false, false, false], watchers: 0 });
  expect(awaited(table)).toEqual([1]);
  says(2, { board: board(1, "play", [2]) });
  expect(awaited(table)).toEqual([]);
  says(3, { board: board(1, "play", [1]), you: { ...you(null, []), seat: null, mine: null } });
  expect(awaited(table)).toEqual([]);
});

test("the result of a deal appears after its reveal, and is announced once", () => {
  withheld = ["pot"];
  endDeal(2);
  expect([table.revealing, table.board?.phase, table.sheet.length]).toEqual([true, "deal", 0]);
  expect(table.board?.scores).toEqual([0, 0, 0, 0]);
  expect((table.board as unknown as { pot: number }).pot).toBe(8);
  expect(lines().some((line) => line.includes("is over"))).toBe(false);
  table.revealed();
  expect([table.revealing, table.paused, table.sheet.length]).toEqual([false, true, 1]);
  expect(table.board?.scores).toEqual([1, 0, 0, 0]);
  expect((table.board as unknown as { pot: number }).pot).toBe(0);
  expect(lines().filter((line) => line.startsWith("Deal 1 is over: "))).toHaveLength(1);
});

test("a reader who continues during the reveal misses nothing", () => {
  withheld = [];
  endDeal(2);
  table.resume();
  expect([table.revealing, table.board?.deal, table.sheet.length]).toEqual([false, 2, 1]);
  expect(lines().filter((line) => line.startsWith("Deal 1 is over: "))).toHaveLength(1);
});

test("a reveal that nothing ends is over in the end", () => {
  withheld = [];
  endDeal(2);
  vi.advanceTimersByTime(REVEAL);
  expect([table.revealing, table.sheet.length]).toEqual([false, 1]);
});

test("the log has neither the request to act nor the reader's cards", () => {
  endDeal(2);
  table.resume();
  const log = live.log.map(({ text }) => text);
  expect(log.filter((line) => /dealt|Your turn/.test(line))).toEqual([]);
  expect(live.shown.map(({ text }) => text).slice(-2)).toEqual([
    "You are dealt ace of spades.",
    "Your turn.",
  ]);
});
