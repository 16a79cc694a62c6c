import { expect, test } from "vitest";
import { neighbour } from "./neighbour";

const matches = ["newest", "middle", "middle", "oldest"].map((id) => ({ id }));

test("the next match is the one played after it, or else the one before", () => {
  expect(neighbour(matches, "oldest")).toEqual({ id: "middle", later: true });
  expect(neighbour(matches, "middle")).toEqual({ id: "newest", later: true });
  expect(neighbour(matches, "newest")).toEqual({ id: "middle", later: false });
});

test("a match alone or of another person has no neighbour", () => {
  expect(neighbour([{ id: "only" }], "only")).toBeNull();
  expect(neighbour(matches, "unknown")).toBeNull();
});
