import { expect, it } from "vitest";
import { costliest } from "./costliest";

it("keeps the order of the match", () => {
  const remarks = [1, 5, 2, 9, 3].map((cost) => ({ cost, wins: 0 }));
  expect(costliest(remarks, 3).map(({ cost }) => cost)).toEqual([5, 9, 3]);
  expect(costliest(remarks, 9)).toEqual(remarks);
});

it("goes by the wins where the score lost nothing", () => {
  const remarks = [
    { cost: 0, wins: 0.1 },
    { cost: 0, wins: 0.4 },
    { cost: 1, wins: -0.1 },
  ];
  expect(costliest(remarks, 2)).toEqual(remarks.slice(1));
});
