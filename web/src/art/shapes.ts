// Shared outlines of cards: suits on a 100 × 100 field, ranks as strokes on a 60 × 80 field.

export const SUITS: Record<string, string> = {
  H: "M50 93C22 68 4 52 4 31 4 15 16 5 29 5 38 5 46 10 50 19 54 10 62 5 71 5 84 5 96 15 96 31 96 52 78 68 50 93Z",
  D: "M50 2C59 20 73 38 90 50 73 62 59 80 50 98 41 80 27 62 10 50 27 38 41 20 50 2Z",
  S: "M50 3C61 24 95 40 95 63 95 76 85 83 75 83 67 83 60 79 55 73 56 84 60 91 69 97H31C40 91 44 84 45 73 40 79 33 83 25 83 15 83 5 76 5 63 5 40 39 24 50 3Z",
  C: "M50 3A21 21 0 0 1 65 39 22 22 0 1 1 55 68C56 82 60 91 69 97H31C40 91 44 82 45 68A22 22 0 1 1 35 39 21 21 0 0 1 50 3Z",
};

export const RANKS: Record<string, string> = {
  A: "M6 77 30 4 54 77M15 53H45",
  K: "M10 4V77M52 4 12 47M25 34 54 77",
  Q: "M30 4C62 4 62 76 30 76-2 76-2 4 30 4ZM35 55 54 79",
  J: "M27 4H52M41 4V55C41 83 10 81 8 59",
  T: "M2 16 12 5V77M41 4C60 4 60 77 41 77 22 77 22 4 41 4Z",
  "9": "M51 29C49 55 8 54 8 28 8-5 52-5 52 31 52 63 32 79 12 72",
  "8": "M30 37C3 35 6 4 30 4S57 35 30 37C-1 40 2 77 30 77S61 40 30 37Z",
  "7": "M7 5H53C38 27 27 50 24 77",
  "6": "M9 52C11 26 52 27 52 53 52 86 8 86 8 50 8 18 28 2 48 9",
  "5": "M50 5H15L12 37C22 26 53 28 53 53 53 80 19 82 7 68",
  "4": "M42 77V4L6 54H55",
  "3": "M8 14C18-1 50 2 49 21 49 35 36 37 25 37 40 37 53 43 53 56 53 80 19 82 6 66",
  "2": "M9 23C9-2 51-2 51 23 51 42 11 57 8 75H53",
};

type Spot = readonly [x: number, y: number];

const LEFT = 99;
const MIDDLE = 125;
const RIGHT = 151;
const pair = (y: number): Spot[] => [
  [LEFT, y],
  [RIGHT, y],
];
const two = [...pair(64), ...pair(286)];
const three = [...two, ...pair(175)];
const four = [...two, ...pair(138), ...pair(212)];

/** Positions of the pips of a number card; those below the middle are upside down. */
export const PIPS: Record<string, Spot[]> = {
  "2": [
    [MIDDLE, 74],
    [MIDDLE, 276],
  ],
  "3": [
    [MIDDLE, 64],
    [MIDDLE, 175],
    [MIDDLE, 286],
  ],
  "4": two,
  "5": [...two, [MIDDLE, 175]],
  "6": three,
  "7": [...three, [MIDDLE, 119.5]],
  "8": [...three, [MIDDLE, 119.5], [MIDDLE, 230.5]],
  "9": [...four, [MIDDLE, 175]],
  T: [...four, [MIDDLE, 101], [MIDDLE, 249]],
};
