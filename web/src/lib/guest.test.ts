import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A tab has modules of its own; what is stored, and locks, are the browser's. */
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

/** Locks as a browser has them on secure pages: one holder after the other. */
function locks(): object {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, work: () => Promise<unknown>) => {
      last = last.then(work, work);
      return last;
    },
  };
}

let made = 0;

/** The server makes a token; the first that is asked for may take longest. */
function maker(milliseconds: number): () => Promise<string> {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return `token-${++made}`;
  };
}

beforeEach(() => {
  stored.clear();
  made = 0;
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", storage);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["with locks", { locks: locks() }, [200, 50]],
  ["without locks", {}, [200, 50]],
  ["without locks, at the same moment", {}, [50, 50]],
])("two tabs that become a guest at once are one guest, %s", async (_, navigator, waits) => {
  vi.stubGlobal("navigator", navigator);
  const tabs = [await tab(), await tab()];
  const tokens = Promise.all(tabs.map((one, at) => one.guestOr(maker(waits[at]!))));
  await vi.advanceTimersByTimeAsync(2_000);
  const [first, second] = await tokens;
  expect(first).toBe(second);
  for (const one of tabs) expect(one.guestToken()).toBe(first);
});

test("one tab asks for one token, however often it needs one", async () => {
  vi.stubGlobal("navigator", {});
  const { guestOr } = await tab();
  const tokens = Promise.all([guestOr(maker(50)), guestOr(maker(50))]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await tokens).toEqual(["token-1", "token-1"]);
});

test("a guest who was erased in one tab is not used in another", async () => {
  vi.stubGlobal("navigator", {});
  const [one, other] = [await tab(), await tab()];
  stored.set("saleroom.guest", "token");
  expect([one.guestToken(), other.guestToken()]).toEqual(["token", "token"]);
  one.forgetGuest();
  expect(other.guestToken()).toBeNull();
});

test("without storage the guest lasts as long as the page", async () => {
  vi.stubGlobal("navigator", {});
  const refuse = () => {
    throw new Error("SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { guestOr, guestToken, forgetGuest } = await tab();
  const token = guestOr(maker(0));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await token).toBe("token-1");
  expect(guestToken()).toBe("token-1");
  forgetGuest();
  expect(guestToken()).toBeNull();
});
