import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage } from "../wire";
import { backoff, commandId, connectTable, type Connection, type DisconnectReason } from "./socket";

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

const messages: ServerMessage[] = [];
const reasons: (DisconnectReason | null)[] = [];
let connection: Connection;
let token: () => Promise<string>;

/** Runs promises and the timers of the next moments. */
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
  messages.length = reasons.length = 0;
  token = async () => "token";
  const target = new EventTarget();
  vi.stubGlobal("WebSocket", Fake);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  vi.stubGlobal("dispatchEvent", target.dispatchEvent.bind(target));
  connection = connectTable("ws://house/api/tables/x/socket", () => token(), {
    onMessage: (message) => messages.push(message),
    onStatus: (reason) => reasons.push(reason),
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it says hello with the token, and only there", async () => {
  const socket = await join();
  expect(socket.sent).toEqual([{ type: "hello", token: "token" }]);
  expect(socket.url).not.toContain("token");
  expect(reasons).toEqual(["connecting", null]);
});

test("a gap between versions brings a new connection", async () => {
  const socket = await join(5);
  socket.says({ type: "update", version: 6 });
  socket.says({ type: "update", version: 6 });
  expect(messages).toHaveLength(2);
  socket.says({ type: "update", version: 8 });
  expect(messages).toHaveLength(2);
  await moment(1);
  expect(Fake.all).toHaveLength(2);
});

test("a command without an answer goes out again with the same id", async () => {
  const socket = await join();
  const answer = connection.send({ type: "undo" });
  const { id } = socket.sent[1]!;
  socket.breaks(1006);
  expect(reasons.at(-1)).toBe("lost");
  await moment(1000);
  const next = await join();
  expect(next).not.toBe(socket);
  expect(next.sent[1]).toEqual({ type: "undo", id });
  next.says({ type: "done", id, version: 6 });
  expect(await answer).toMatchObject({ type: "done", version: 6 });
});

test("an answered command is not sent again", async () => {
  const socket = await join();
  void connection.send({ type: "undo" });
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
  expect(reasons.at(-1)).toBe(told);
  expect(Fake.all).toHaveLength(1);
});

test.each([
  [1012, "", "restart"],
  [1013, "too slow", "slow"],
  [1013, "too many connections", "busy"],
  [1006, "", "lost"],
])("code %i %s means %s", async (code, reason, expected) => {
  (await join()).breaks(code, reason);
  expect(reasons.at(-1)).toBe(expected);
});

test("a process that does not own the table is left without a break, and commands are sent again", async () => {
  const socket = await join();
  void connection.send({ type: "undo" });
  socket.breaks(4410, "the table is elsewhere");
  await moment(1);
  expect(Fake.all).toHaveLength(2);
  const next = await join();
  expect(next.sent[1]).toEqual(socket.sent[1]);
  expect(reasons).toEqual(["connecting", null, null]);
  next.breaks(4410);
  await moment(1);
  Fake.last.breaks(4410); // before it has joined, the same code counts as a failure
  expect(reasons.at(-1)).toBe("lost");
});

test("a machine that the server names stands in the address of the next attempt only", async () => {
  (await join()).breaks(4410, "machine saleroom-2");
  await moment(1);
  expect(Fake.last.url).toBe("ws://house/api/tables/x/socket?machine=saleroom-2");
  Fake.last.breaks(1006); // the machine cannot be reached
  await moment(1000);
  expect(Fake.last.url).toBe("ws://house/api/tables/x/socket");
  (await join()).breaks(4410, "machine https://evil.example");
  await moment(1);
  expect(Fake.last.url).toBe("ws://house/api/tables/x/socket");
});

test("a command during the redirect keeps the name of the machine", async () => {
  (await join()).breaks(4410, "machine saleroom-2");
  void connection.send({ type: "undo" });
  await moment(1);
  expect(Fake.last.url).toBe("ws://house/api/tables/x/socket?machine=saleroom-2");
  expect(Fake.all).toHaveLength(2);
  Fake.last.breaks(1006);
  void connection.send({ type: "undo" });
  await moment(1);
  expect(Fake.last.url).toBe("ws://house/api/tables/x/socket");
});

test("tries that fail while the server restarts are told as the restart", async () => {
  (await join()).breaks(1012);
  await moment(1000);
  Fake.last.breaks(1006);
  expect(reasons.at(-1)).toBe("restart");
  await moment(2000);
  (await join()).breaks(1006);
  expect(reasons.at(-1)).toBe("lost");
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

test("without a network the connection is given up, and taken up again", async () => {
  const socket = await join();
  dispatchEvent(new Event("offline"));
  expect(reasons.at(-1)).toBe("lost");
  dispatchEvent(new Event("online"));
  expect(await join()).not.toBe(socket);
  expect(reasons.at(-1)).toBeNull();
});

test("a frozen page connects again when it is shown", async () => {
  const socket = await join();
  show("hidden");
  await moment(5_000);
  show("visible");
  socket.says({ type: "pong" });
  await moment(1);
  expect(Fake.all).toHaveLength(1);
  show("hidden");
  vi.setSystemTime(Date.now() + 3_600_000);
  show("visible");
  await moment(1);
  expect(Fake.all).toHaveLength(2);
  expect(reasons.at(-1)).toBeNull();
});

function show(visibilityState: DocumentVisibilityState): void {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event("visibilitychange"));
}

const pings = (socket: Fake) => socket.sent.filter(({ type }) => type === "ping").length;

test("a quiet connection is asked after 4 seconds, and kept when it answers", async () => {
  const socket = await join();
  await moment(3_000);
  socket.says({ type: "update", version: 6 });
  await moment(3_900);
  expect(pings(socket)).toBe(0);
  for (let asked = 1; asked <= 20; asked += 1) {
    await moment(4_000);
    expect(pings(socket)).toBe(asked);
    socket.says({ type: "pong" });
  }
  expect(Fake.all).toHaveLength(1);
  expect(reasons.at(-1)).toBeNull();
  expect(messages.map(({ type }) => type)).toEqual(["snapshot", "update"]);
});

test("a connection that does not answer within 4 seconds is replaced, and the page says so", async () => {
  const dead = await join();
  const answer = connection.send({ type: "undo" });
  await moment(7_900);
  expect(reasons.at(-1)).toBeNull();
  await moment(200);
  expect(reasons.at(-1)).toBe("connecting");
  expect(Fake.all).toHaveLength(2);
  dead.says({ type: "update", version: 6 });
  expect(messages).toHaveLength(1);
  const next = await join(6);
  expect(reasons.at(-1)).toBeNull();
  next.says({ type: "done", id: next.sent[1]!.id, version: 7 });
  expect(await answer).toMatchObject({ version: 7 });
});

test("a command that is never answered brings a new line, whatever else is said", async () => {
  const socket = await join();
  void connection.send({ type: "undo" });
  for (let second = 0; second < 13; second += 1) {
    await moment(1_000);
    socket.says({ type: "pong" });
  }
  expect(reasons.at(-1)).toBe("connecting");
  expect(Fake.all.length).toBeGreaterThan(1);
});

/** Stage of a connection attempt at which the network goes silent. */
const silences: [string, () => void][] = [
  ["whose handshake", () => undefined],
  ["whose snapshot", () => Fake.last.onopen?.()],
];

test.each(silences)("a try %s never comes is given up after 4 seconds, and made again", async (_, begin) => {
  await moment();
  begin();
  const first = Fake.last;
  await moment(3_900);
  expect(Fake.all).toHaveLength(1);
  await moment(600);
  expect(Fake.all).toHaveLength(2);
  expect(reasons.at(-1)).toBe("lost");
  first.says({ type: "snapshot", version: 5 });
  expect(messages).toEqual([]);
  await join();
  expect(reasons.at(-1)).toBeNull();
});

test("a token that never comes is waited for no longer than 4 seconds", async () => {
  const socket = await join();
  token = () => new Promise(() => undefined);
  socket.breaks(1006);
  await moment(3_000);
  token = async () => "token";
  await moment(3_000);
  expect(Fake.all).toHaveLength(2);
  await join();
  expect(reasons.at(-1)).toBeNull();
});

test.each(silences)("a connection lost before a try %s never comes is found again", async (_, begin) => {
  (await join()).breaks(1006);
  const answer = connection.send({ type: "undo" });
  for (let tries = 0; tries < 5; tries += 1) {
    const before = Fake.all.length;
    for (let waited = 0; Fake.all.length === before && waited < 24; waited += 1) await moment(1_000);
    expect(Fake.all).toHaveLength(before + 1);
    begin();
    expect(reasons.at(-1)).toBe("lost");
  }
  const socket = await join();
  socket.says({ type: "done", id: socket.sent.at(-1)!.id, version: 5 });
  expect(await answer).toMatchObject({ version: 5 });
});

test("a hidden page asks every 30 seconds, and at once when it is shown", async () => {
  const socket = await join();
  show("hidden");
  await moment(29_900);
  expect(pings(socket)).toBe(0);
  await moment(200);
  expect(pings(socket)).toBe(1);
  socket.says({ type: "pong" });
  await moment(10_000);
  show("visible");
  expect(pings(socket)).toBe(2);
  await moment(4_100);
  expect(reasons.at(-1)).toBe("connecting");
  expect(Fake.all).toHaveLength(2);
});

test("a page that was held up reads what came before it gives a connection up", async () => {
  const socket = await join();
  await moment(4_000);
  expect(pings(socket)).toBe(1);
  vi.setSystemTime(Date.now() + 10_000); // the page was suspended: the answer waits behind the timer
  await moment(4_000);
  expect(Fake.all).toHaveLength(1);
  socket.says({ type: "pong" });
  await moment(4_000);
  expect(Fake.all).toHaveLength(1);
  expect(reasons.at(-1)).toBeNull();
});

test("a page that is held up again and again gives a dead connection up all the same", async () => {
  await join();
  await moment(4_000);
  for (let times = 0; times < 2; times += 1) {
    vi.setSystemTime(Date.now() + 10_000);
    await moment(4_001);
  }
  await moment(1);
  expect(Fake.all).toHaveLength(2);
});

test("when the network is back, a connection that seemed to work is asked", async () => {
  const socket = await join();
  dispatchEvent(new Event("online"));
  dispatchEvent(new Event("online"));
  expect(pings(socket)).toBe(1);
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
