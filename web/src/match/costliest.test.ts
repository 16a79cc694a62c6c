import { expect, it } from "vitest";
import { costliest } from "./costliest";

it("keeps the order of the match", () => {
  const remarks = [1, 5, 2, 9, 3].map((cost) => ({ cost }));
  expect(costliest(remarks, 3).map(({ cost }) => cost)).toEqual([5, 9, 3]);
  expect(costliest(remarks, 9)).toEqual(remarks);
});
