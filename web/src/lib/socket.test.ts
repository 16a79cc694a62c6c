import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "../wire";
import { backoff, commandId, connectTable, type Line, type Trouble } from "./socket";

class Fake {
  static all: Fake[] = [];
  static get last(): Fake {
    return Fake.all.at(-1)!;
  }
  sent: { type: string; id?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(readonly url: string) {
    Fake.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code: number, reason = ""): void {
    this.onclose?.({ code, reason });
  }
}

const heard: ServerMessage[] = [];
const links: (Trouble | null)[] = [];
let line: Line;

/** Lets promises and the timers of the next moments run. */
async function moment(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

async function join(version = 5): Promise<Fake> {
  await moment();
  Fake.last.onopen?.();
  Fake.last.says({ type: "snapshot", version });
  return Fake.last;
}

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
  heard.length = links.length = 0;
  const target = new EventTarget();
  vi.stubGlobal("WebSocket", Fake);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  vi.stubGlobal("dispatchEvent", target.dispatchEvent.bind(target));
  line = connectTable("ws://house/api/tables/x/socket", async () => "token", {
    hear: (message) => heard.push(message),
    link: (trouble) => links.push(trouble),
  });
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it says hello with the token, and only there", async () => {
  const socket = await join();
  expect(socket.sent).toEqual([{ type: "hello", token: "token" }]);
  expect(socket.url).not.toContain("token");
  expect(links).toEqual(["connecting", null]);
});

test("a gap between versions brings a new connection", async () => {
  const socket = await join(5);
  socket.says({ type: "update", version: 6 });
  socket.says({ type: "update", version: 6 });
  expect(heard).toHaveLength(2);
  socket.says({ type: "update", version: 8 });
  expect(heard).toHaveLength(2);
  await moment(1);
  expect(Fake.all).toHaveLength(2);
});

test("a command without an answer goes out again with the same id", async () => {
  const socket = await join();
  const answer = line.order({ type: "undo" });
  const { id } = socket.sent[1]!;
  socket.breaks(1006);
  expect(links.at(-1)).toBe("lost");
  await moment(1000);
  const next = await join();
  expect(next).not.toBe(socket);
  expect(next.sent[1]).toEqual({ type: "undo", id });
  next.says({ type: "done", id, version: 6 });
  expect(await answer).toMatchObject({ type: "done", version: 6 });
});

test("an answered command is not sent again", async () => {
  const socket = await join();
  void line.order({ type: "undo" });
  socket.says({ type: "refused", id: socket.sent[1]!.id, reason: "not-now", text: "no" });
  socket.breaks(1006);
  await moment(1000);
  expect((await join()).sent).toHaveLength(1);
});

test.each([
  [4404, "gone"],
  [4403, "closed"],
])("a table that is not there, or not open, is not asked for again", async (code, told) => {
  await moment();
  Fake.last.breaks(code);
  await moment(60_000);
  expect(links.at(-1)).toBe(told);
  expect(Fake.all).toHaveLength(1);
});

test.each([
  [1012, "", "restart"],
  [1013, "too slow", "slow"],
  [1013, "too many connections", "busy"],
  [1006, "", "lost"],
])("code %i %s is told as %s", async (code, reason, trouble) => {
  (await join()).breaks(code, reason);
  expect(links.at(-1)).toBe(trouble);
});

test("tries that fail while the server restarts are told as the restart", async () => {
  (await join()).breaks(1012);
  await moment(1000);
  Fake.last.breaks(1006);
  expect(links.at(-1)).toBe("restart");
  await moment(2000);
  (await join()).breaks(1006);
  expect(links.at(-1)).toBe("lost");
});

test("the network coming back ends the waiting", async () => {
  for (let tries = 0; tries < 6; tries += 1) {
    await moment(20_000);
    Fake.last.breaks(1006);
  }
  const before = Fake.all.length;
  dispatchEvent(new Event("online"));
  await moment(1);
  expect(Fake.all).toHaveLength(before + 1);
});

test("without a network the line is given up, and taken up again", async () => {
  const socket = await join();
  dispatchEvent(new Event("offline"));
  expect(links.at(-1)).toBe("lost");
  dispatchEvent(new Event("online"));
  expect(await join()).not.toBe(socket);
  expect(links.at(-1)).toBeNull();
});

test("a page that was out of sight for long joins anew, one that was for a moment does not", async () => {
  await join();
  await lookAway(5_000);
  expect(Fake.all).toHaveLength(1);
  await lookAway(60_000);
  expect(Fake.all).toHaveLength(2);
  expect(links.at(-1)).toBeNull();
});

async function lookAway(milliseconds: number): Promise<void> {
  for (const [visibilityState, wait] of [
    ["hidden", milliseconds],
    ["visible", 1],
  ] as const) {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event("visibilitychange"));
    await moment(wait);
  }
}

test("a line that answers nothing is taken for dead", async () => {
  await join();
  void line.order({ type: "undo" });
  await moment(13_000);
  expect(links.at(-1)).toBe("lost");
  expect(Fake.all.length).toBeGreaterThan(1);
});

test("waits grow, differ and have a bound", () => {
  expect(backoff(0, 0)).toBe(200);
  expect(backoff(3, 1)).toBe(3200);
  expect(backoff(50, 1)).toBe(15_000);
});

test("command ids are of the form that the wire asks for", () => {
  expect(commandId()).toMatch(/^[A-Za-z0-9_-]{20}$/);
  expect(commandId()).not.toBe(commandId());
});
