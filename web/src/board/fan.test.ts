import { expect, test } from "vitest";
import { byColour, fanOut, layHand, layTiles, placesOf, suitLengths, wishFor } from "./fan";

const suits = (cards: string[]): string =>
  byColour(cards)
    .map((card) => card.slice(-1))
    .join("");

test("red and black suits alternate", () => {
  expect(suits(["AS", "KS", "QH", "2D", "3C"])).toBe("SSHCD");
  expect(suits(["QH", "2D", "3C"])).toBe("HCD");
  expect(suits(["AS", "2D", "3C"])).toBe("SDC");
  expect(suits(["AS", "QH", "2D"])).toBe("HSD");
  expect(suits(["AS", "QH", "3C"])).toBe("SHC");
});

test("two suits of one colour stand side by side, and cards of a suit stay in order", () => {
  expect(byColour(["2D", "KH", "QH"])).toEqual(["KH", "QH", "2D"]);
  expect(byColour([])).toEqual([]);
});

test("cards of a suit are counted together", () => {
  expect(suitLengths(["AS", "KS", "QH", "JC"])).toEqual([2, 1, 1]);
  expect(suitLengths([])).toEqual([]);
});

test("a hand lies in one row where every card shows 44 pixels, and never beyond its room", () => {
  const fan = fanOut([4, 4, 3, 2], { width: 651, piece: 60, height: 84 });
  expect(fan.rows).toHaveLength(1);
  expect(fan.rows[0]!.step).toBeGreaterThanOrEqual(44);
  const { left, step, count } = fan.rows[0]!;
  expect(left + step * (count - 1) + fan.piece).toBeLessThanOrEqual(651.01);
});

test("a suit is split over two rows only where that saves a row", () => {
  const phone = { width: 304, piece: 56, height: 78 };
  expect(fanOut([4, 4, 3, 2], phone).rows.map(({ count }) => count)).toEqual([4, 4, 5]);
  expect(fanOut([3, 3, 3, 3], phone).rows.map(({ count }) => count)).toEqual([6, 6]);
  expect(fanOut([1, 2, 5, 2], phone).rows.map(({ count }) => count)).toEqual([5, 5]);
  expect(fanOut([9, 2], phone).rows.map(({ count }) => count)).toEqual([6, 5]);
  expect(fanOut([], phone).rows.map(({ count }) => count)).toEqual([0]);
});

test("rows are even, also where each suit would fit into one", () => {
  const phone = { width: 374, piece: 66, height: 92 };
  expect(fanOut([7, 2], phone).rows.map(({ count }) => count)).toEqual([5, 4]);
  expect(fanOut([6, 4], phone).rows.map(({ count }) => count)).toEqual([6, 4]);
});

test("a card narrows before a finger misses it", () => {
  const fan = fanOut([6], { width: 280, piece: 80, height: 112 });
  expect(fan.piece).toBe(60);
  expect(fan.rows[0]!.step).toBe(44);
});

test("tiles stand side by side in even rows", () => {
  const fan = layTiles(9, { width: 304, piece: 48, height: 96 });
  expect(fan.rows.map(({ count }) => count)).toEqual([5, 4]);
  expect(fan.rows.every(({ step }) => step >= 48)).toBe(true);
  expect(layTiles(0, { width: 304, piece: 48, height: 96 }).rows).toHaveLength(1);
});

test("pieces grow with the window, and are large enough for a finger in the smallest", () => {
  const widths = [320, 1280, 1920, 2560].map((width, at) => {
    const window = { width, height: [568, 800, 1080, 1440][at]! };
    return [wishFor(false, window).piece, wishFor(true, window).piece];
  });
  expect(widths[0]!.every((width) => width >= 44)).toBe(true);
  for (const kind of [0, 1]) {
    expect(widths[2]![kind]! / widths[1]![kind]!).toBeGreaterThan(1.25);
    expect(widths[3]![kind]! / widths[1]![kind]!).toBeGreaterThan(1.6);
  }
});

test("places follow the rows", () => {
  const fan = fanOut([3, 3, 3, 3], { width: 304, piece: 56, height: 78 });
  const { places, height } = placesOf(fan);
  expect(places).toHaveLength(12);
  expect(places[6]!.top).toBe(fan.rise);
  expect(height).toBe(fan.rise + fan.height);
});

test("pieces without a suit stay in a hand, behind the cards", () => {
  expect(byColour(["1", "13", "gold"])).toEqual(["1", "13", "gold"]);
  expect(byColour(["gold", "AS"])).toEqual(["AS", "gold"]);
});

test("pieces keep the size that the largest hand of the deal has", () => {
  const phone = { width: 344, piece: 61, height: 200 };
  const whole = fanOut([4, 3, 3], phone);
  for (const groups of [[4, 3, 2], [4, 2], [1], [6]])
    expect(layHand(groups, [4, 3, 3], phone, false)).toMatchObject({
      piece: whole.piece,
      height: whole.height,
    });
  expect(layHand([2], [12], phone, true).piece).toBe(layTiles(12, phone).piece);
});
