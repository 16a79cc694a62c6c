import { expect, it } from "vitest";
import { chart } from "./chart";

it("keeps lines within the box, labels apart and named deals few", () => {
  const totals = Array.from({ length: 200 }, (_, deal) => [deal - 30, 10, 10, 11, -deal]);
  const drawn = chart([0, 0, 0, 0, 0], totals, 300, 200);
  const heights = drawn.lines.map(({ y }) => y).sort((one, other) => one - other);
  heights.slice(1).forEach((y, at) => expect(y - heights[at]!).toBeGreaterThanOrEqual(15));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
  for (const { path } of drawn.lines)
    for (const [, x, y] of path.matchAll(/[ML](\S+) ([\d.-]+)/g)) {
      expect(Number(x)).toBeLessThanOrEqual(300);
      expect(Number(y)).toBeGreaterThanOrEqual(0);
      expect(Number(y)).toBeLessThanOrEqual(200);
    }
  expect(drawn.deals.length).toBeLessThan(12);
});

it("draws a match in which nothing ever changed", () => {
  expect(chart([5, 5], [[5, 5]], 100, 50).lines[0]!.path).not.toContain("NaN");
});
