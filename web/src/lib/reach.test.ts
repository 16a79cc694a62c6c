import { expect, test, vi } from "vitest";
import type { Network } from "../wire";

const place = vi.hoisted(() => ({ base: new URL("http://localhost:8642/") }));
vi.mock("./base", () => ({
  get BASE() {
    return place.base;
  },
  at: (path: string) => new URL(path, place.base).href,
}));
import { reachable } from "./reach";

function from(base: string, network: Partial<Network>): string[] {
  place.base = new URL(base);
  return reachable({ public: null, addresses: [], may_open: false, ...network }, "table/abc");
}

test.each([
  "http://localhost:8642/",
  "http://127.0.0.1:8642/",
  "http://127.8.0.1/",
  "http://[::1]:8642/",
  "http://x.localhost/",
])("%s is never shown to friends", (base) => {
  expect(from(base, {})).toEqual([]);
  expect(from("http://[::1]/", { addresses: [base] })).toEqual([]);
});

test("addresses of the network lead to the table", () => {
  expect(from("http://localhost:8642/", { addresses: ["http://192.168.1.7:8642/"] })).toEqual([
    "http://192.168.1.7:8642/table/abc",
  ]);
});

test("the public address comes first, under its path; nothing comes twice", () => {
  const network = {
    public: "https://example.org/cards",
    addresses: ["https://example.org/cards/", "http://10.0.0.2:1/"],
  };
  expect(from("https://example.org/cards/", network)).toEqual([
    "https://example.org/cards/table/abc",
    "http://10.0.0.2:1/table/abc",
  ]);
});

test("a page that came over the network may be shared as it is", () => {
  expect(from("http://192.168.1.7:8642/", {})).toEqual(["http://192.168.1.7:8642/table/abc"]);
});
