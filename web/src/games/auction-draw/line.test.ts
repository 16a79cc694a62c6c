import { describe, expect, it } from "vitest";
import { edgeOf, endSigns, fit, layEnds, layOut, openSides, type Lying } from "./line";

/** A longest possible line through all the tiles of a set. */
function longest(set: number): string[] {
  const used = new Set<string>();
  const stack = [0];
  const walk: number[] = [];
  while (stack.length > 0) {
    const here = stack.at(-1)!;
    const next = Array.from({ length: set + 1 }, (_, number) => number).find(
      (number) => !used.has(tile(here, number)),
    );
    if (next === undefined) walk.push(stack.pop()!);
    else {
      used.add(tile(here, next));
      stack.push(next);
    }
  }
  return walk.slice(1).map((number, at) => `${walk[at]}-${number}`);
}

function tile(one: number, other: number): string {
  return [one, other].sort().join("-");
}

function box({ x, y, upright }: Lying): { left: number; top: number; right: number; bottom: number } {
  return { left: x, top: y, right: x + (upright ? 1 : 2), bottom: y + (upright ? 2 : 1) };
}

/** Pips of a half tile, by the position of its centre. */
function halves({ x, y, upright, drawn }: Lying): { x: number; y: number; number: string }[] {
  const [first = "", second = ""] = drawn.split("-");
  const [across, down] = upright ? [0, 1] : [1, 0];
  return [
    { x: x + 0.5, y: y + 0.5, number: first },
    { x: x + 0.5 + across, y: y + 0.5 + down, number: second },
  ];
}

const line = longest(12);

describe("the signs of the ends", () => {
  it("point left and right below a single row", () =>
    expect(endSigns(layOut(["1-2", "2-3"], 9))).toEqual({ left: "◀", right: "▶" }));

  for (const width of [6, 7, 9, 13, 26])
    it(`follow the last row in ${width} halves`, () => {
      for (let length = 1; length <= line.length; length += 1) {
        const { tiles, rows, right } = layOut(line.slice(0, length), width);
        const [before, last] = tiles.slice(-2);
        const turns = before?.upright && before.tile[0] !== before.tile.at(-1);
        if (rows === 1 || !before || !last || turns) continue;
        expect(endSigns({ rows, right })).toEqual({ left: "▲", right: last.x > before.x ? "▶" : "◀" });
      }
    });
});

describe("a line of dominoes", () => {
  it("holds every tile of a double-twelve set", () => expect(new Set(line).size).toBe(91));

  for (const width of [6, 7, 9, 13, 26, 40]) {
    const { tiles, rows } = layOut(line, width);
    const boxes = tiles.map(box);

    it(`stays within ${width} halves`, () => {
      expect(tiles).toHaveLength(line.length);
      for (const { left, top, right, bottom } of boxes) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
        expect(bottom).toBeLessThanOrEqual(2 * rows);
      }
    });

    it(`lays no double directly below one of the row above in ${width} halves`, () => {
      const doubles = tiles.filter(({ upright, drawn }) => upright && drawn[0] === drawn.at(-1));
      for (const { x, y } of doubles)
        expect(doubles.some((other) => other.y === y - 2 && Math.abs(other.x - x) < 1)).toBe(false);
    });

    it(`never lays one tile on another in ${width} halves`, () => {
      boxes.forEach((one, at) => {
        for (const other of boxes.slice(at + 1)) {
          const apart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top;
          expect(apart).toBe(true);
        }
      });
    });

    it(`joins equal numbers in ${width} halves`, () => {
      for (let at = 1; at < tiles.length; at += 1) {
        const [before, after] = [halves(tiles[at - 1]!), halves(tiles[at]!)];
        const near = before.flatMap((one) =>
          after.map((other) => ({
            same: one.number === other.number,
            far: Math.hypot(one.x - other.x, one.y - other.y),
          })),
        );
        const touch = Math.min(...near.map(({ far }) => far));
        expect(touch).toBeLessThan(1.2);
        expect(near.some(({ same, far }) => same && far < 1.2)).toBe(true);
      }
    });
  }

  it("is drawn as large as the space allows, and whole in any case", () => {
    expect(fit(["6-6"], 344, 205, 11, 23)).toBe(23);
    const half = fit(line, 344, 205, 11, 23);
    expect(layOut(line, Math.floor(344 / half)).rows * 2 * half).toBeLessThanOrEqual(205);
  });
});

it("is open at the outer sides of its first and its last tile", () => {
  expect(openSides(layOut(["6-4"], 9))).toEqual({ first: "left", last: "right" });
  const line = ["1-2", "2-3", "3-4", "4-5", "5-6", "6-1", "1-1"];
  const last = (length: number) => openSides(layOut(line.slice(0, length), 9)).last;
  expect([4, 5, 6].map(last)).toEqual(["right", "down", "left"]);
});

it("has each end that is out of sight behind an edge", () => {
  const { tiles, rows } = layOut(line, 9);
  const edges = (top: number) => [tiles[0]!, tiles.at(-1)!].map((tile) => edgeOf(tile, "left", top, 4));
  expect(edges(0)).toEqual([null, "below"]);
  expect(edges(6)).toEqual(["above", "below"]);
  expect(edges(2 * rows - 4)).toEqual(["above", null]);
  const turn = { tile: "6-5", drawn: "6-5", upright: true, x: 8, y: 2.5 };
  expect([4, 6].map((height) => edgeOf(turn, "down", 0, height))).toEqual(["below", null]);
});

it("shows only its ends where there is no room for it", () => {
  const { tiles, rows } = layEnds(["6-6", "6-1", "1-2", "2-4"]);
  expect([rows, ...tiles.map(({ drawn }) => drawn)]).toEqual([1, "6-6", "2-4"]);
  expect(tiles[1]!.x).toBeGreaterThan(tiles[0]!.x + 2);
});
