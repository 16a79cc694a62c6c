import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Each tab has its own modules; storage and locks belong to the browser. */
async function tab(): Promise<typeof import("./guest")> {
  vi.resetModules();
  return import("./guest");
}

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

/** The browser's database: its transactions run one after the other in all tabs. `null`: the browser has none. */
let database: Map<string, string> | null = new Map();

vi.mock("idb-keyval", () => ({
  update: async (key: string, change: (earlier?: string) => string) => {
    if (!database) throw new DOMException("The operation is insecure.", "SecurityError");
    database.set(key, change(database.get(key)));
  },
  del: async (key: string) => void database?.delete(key),
}));

let made = 0;

/** The server creates a token; the first request may take longest. */
function maker(milliseconds: number): () => Promise<string> {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return `token-${++made}`;
  };
}

beforeEach(() => {
  stored.clear();
  database = new Map();
  made = 0;
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", storage);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["of which the second is faster", [200, 50]],
  ["at the same moment", [50, 50]],
])("two tabs that become a guest at once are one guest, %s", async (_, waits) => {
  const tabs = [await tab(), await tab()];
  const tokens = Promise.all(tabs.map((one, at) => one.guestOr(maker(waits[at]!))));
  await vi.advanceTimersByTimeAsync(2_000);
  const [first, second] = await tokens;
  expect(first).toBe(second);
  for (const one of tabs) expect(one.guestToken()).toBe(first);
});

test("a tab that has not seen yet what another stored is the same guest", async () => {
  const [one, other] = [await tab(), await tab()];
  const token = one.guestOr(maker(0));
  await vi.advanceTimersByTimeAsync(10);
  stored.clear();
  const later = other.guestOr(maker(0));
  await vi.advanceTimersByTimeAsync(10);
  expect(await later).toBe(await token);
});

test("without a database the guest is the one that is stored", async () => {
  database = null;
  const { guestOr } = await tab();
  const token = guestOr(maker(50));
  stored.set("saleroom.guest", "token of another tab");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await token).toBe("token of another tab");
});

test("one tab asks for one token, however often it needs one", async () => {
  const { guestOr } = await tab();
  const tokens = Promise.all([guestOr(maker(50)), guestOr(maker(50))]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await tokens).toEqual(["token-1", "token-1"]);
});

test("a guest who was erased in one tab is not used in another", async () => {
  const [one, other] = [await tab(), await tab()];
  stored.set("saleroom.guest", "token");
  expect([one.guestToken(), other.guestToken()]).toEqual(["token", "token"]);
  await one.forgetGuest();
  expect(other.guestToken()).toBeNull();
});

test("a guest who was erased is followed by a new one", async () => {
  const { guestOr, forgetGuest } = await tab();
  const [erased] = [guestOr(maker(0)), await vi.advanceTimersByTimeAsync(10)];
  await forgetGuest();
  const [next] = [guestOr(maker(0)), await vi.advanceTimersByTimeAsync(10)];
  expect([await erased, await next]).toEqual(["token-1", "token-2"]);
});

test("without storage the guest lasts as long as the page", async () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { guestOr, guestToken, forgetGuest } = await tab();
  const token = guestOr(maker(0));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await token).toBe("token-1");
  expect(guestToken()).toBe("token-1");
  await forgetGuest();
  expect(guestToken()).toBeNull();
});
