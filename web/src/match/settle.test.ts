import { describe, expect, it } from "vitest";
import { cents, money } from "../lib/numbers";
import { payments, worth } from "./settle";

const sum = (numbers: number[]): number => numbers.reduce((all, number) => all + number, 0);

describe("what chips are worth", () => {
  it("shares out all the money to the cent", () => {
    expect(worth([1, 1, 1], 100)).toEqual([100, 100, 100]);
    expect(worth([50, 100, 0], 1000)).toEqual([1000, 2000, 0]);
    expect(worth([1, 1, 5], 1000)).toEqual([429, 428, 2143]);
    for (let chips = 1; chips < 60; chips++) expect(sum(worth([chips, 7, 31, 2], 777))).toBe(4 * 777);
  });
  it("gives the buy-in back where nobody has a chip", () => {
    expect(worth([0, 0], 500)).toEqual([500, 500]);
  });
});

describe("payments", () => {
  it("put everybody right, and never pay back and forth", () => {
    const net = [-700, 300, -50, 450, 0];
    const after = [...net];
    for (const { from, to, cents: paid } of payments(net)) {
      expect(paid).toBeGreaterThan(0);
      after[from]! += paid;
      after[to]! -= paid;
    }
    expect(after).toEqual([0, 0, 0, 0, 0]);
  });
  it("are as few as can be", () => {
    expect(payments([0, 0, 0])).toEqual([]);
    expect(payments([-500, 500, -300, 300])).toHaveLength(2);
    expect(payments([-400, 100, 300, -200, 200])).toHaveLength(3);
    expect(payments([6, -3, -3, 5, -4, -1, 2, -2])).toHaveLength(5);
  });
});

describe("money", () => {
  it("is read and written", () => {
    expect([cents("20"), cents("7.5"), cents("7,50"), cents("abc"), cents("1.234"), cents("")]).toEqual([
      2000,
      750,
      750,
      null,
      null,
      null,
    ]);
    expect([money(1250), money(-5), money(0)]).toEqual(["12.50", "−0.05", "0.00"]);
  });
});
