// How a hand lies: suits in colours that alternate, and rows of cards that overlap like a fan. All sizes are in pixels.
import { suitOf } from "../lib/pieces";

/** The least that a finger hits. */
export const TOUCH = 44;
/** The narrowest card that makes room for strips of that width. */
const NARROW = 52;
const GAP = 4;
/** A card's height over its width. */
const CARD = 1.4;
/** The least height of a tile whose pips can be counted. */
const LOWEST = 56;
/** How much of a row of cards stays in sight below the next. */
const STRIP = 0.6;
/** How large a piece is that is only looked at. */
const LOOKED = 0.75;
/** How far a card of the row below rises over this one when it is pointed at. */
const LIFT = 7;
const ORDER = ["S", "H", "C", "D"];
const RED = ["H", "D"];

export interface Size {
  width: number;
  height: number;
}

/** The room for a hand, and how large a piece is where nothing is in the way. */
export interface Room {
  width: number;
  piece: number;
  /** How much of the height the whole hand may take. */
  height: number;
}

export interface Row {
  /** How many pieces lie in it. */
  count: number;
  /** From one piece to the next. */
  step: number;
  /** Where the first begins. */
  left: number;
}

export interface Fan {
  /** The width of what is hit. */
  piece: number;
  /** The width of what is drawn. */
  picture: number;
  /** The height of what is drawn. */
  height: number;
  rows: Row[];
  /** From one row to the next. */
  rise: number;
}

export interface HandLayout {
  height: number;
  places: { left: number; top: number }[];
}

/** How large pieces are in a window: they grow with it. What is only looked at is smaller. */
export function wishFor(tiles: boolean, window: Size, looked: boolean): { piece: number; height: number } {
  const { width, height } = window;
  const [high, wide] = tiles ? [0.066, 0.115] : [0.125, 0.17];
  const piece = Math.max(Math.min(high * height, wide * width), tiles ? TOUCH : NARROW);
  return looked
    ? { piece: Math.max(LOOKED * piece, TOUCH), height: 0.15 * height }
    : { piece, height: 0.28 * height };
}

/** Where each piece of a hand lies. */
export function placesOf(fan: Fan): HandLayout {
  const places = fan.rows.flatMap(({ count, step, left }, at) =>
    Array.from({ length: count }, (_, number) => ({ left: left + number * step, top: at * fan.rise })),
  );
  return { height: fan.rise * (fan.rows.length - 1) + fan.height, places };
}

/** Cards with their suits in an order in which red and black alternate as far as they can; then pieces without a suit. */
export function byColour(cards: string[]): string[] {
  const suits = ORDER.filter((suit) => cards.some((card) => suitOf(card) === suit));
  const [black, red] = [suits.filter((suit) => !isRed(suit)), suits.filter(isRed)];
  const [more, fewer] = red.length > black.length ? [red, black] : [black, red];
  const order = more.flatMap((suit, at) => [suit, ...fewer.slice(at, at + 1)]);
  const others = cards.filter((card) => !suits.includes(suitOf(card)));
  return [...order.flatMap((suit) => cards.filter((card) => suitOf(card) === suit)), ...others];
}

function isRed(suit: string): boolean {
  return RED.includes(suit);
}

/** How many cards of each suit follow on one another. */
export function suitLengths(cards: string[]): number[] {
  const lengths: number[] = [];
  cards.forEach((card, at) => {
    const before = cards[at - 1];
    if (before && suitOf(before) === suitOf(card)) lengths[lengths.length - 1]! += 1;
    else lengths.push(1);
  });
  return lengths;
}

/** Cards in as few rows as leave a strip of each to be hit; a suit stays in one row. */
export function fanOut(lengths: number[], room: Room): Fan {
  const narrow = Math.min(NARROW, room.piece);
  const most = Math.max(1, Math.floor((room.width - narrow) / TOUCH) + 1);
  const counts = split(lengths, most);
  const longest = Math.max(1, ...counts);
  const left = room.width - (longest - 1) * TOUCH;
  const piece = Math.max(narrow, Math.min(room.piece, left));
  const height = piece * CARD;
  const rise = Math.max(TOUCH + LIFT, height * STRIP);
  return { piece, picture: piece, height, rise, rows: counts.map((count) => row(count, piece, room.width)) };
}

/** Tiles in rows that do not overlap. In many rows they are drawn smaller than what is hit. */
export function layTiles(count: number, room: Room): Fan {
  const least = Math.min(TOUCH, room.piece);
  const most = Math.max(1, Math.floor((room.width + GAP) / (least + GAP)));
  const rows = Math.max(1, Math.ceil(count / most));
  const columns = Math.max(1, Math.ceil(count / rows));
  const widest = Math.floor((room.width + GAP) / columns) - GAP;
  const piece = Math.max(least, Math.min(room.piece, widest));
  const counts = Array.from({ length: rows }, (_, at) => Math.min(columns, count - at * columns));
  const height = Math.max(LOWEST, Math.min(2 * piece, room.height / rows - GAP));
  const laid = counts.map((number) => row(number, piece, room.width));
  return { piece, picture: height / 2, height, rise: height + GAP, rows: laid };
}

function row(count: number, piece: number, width: number): Row {
  const step = count > 1 ? Math.min(piece + GAP, (width - piece) / (count - 1)) : 0;
  return { count, step, left: (width - piece - step * (count - 1)) / 2 };
}

/** Whole groups in the fewest rows of at most so many; a group that is longer has a row of its own. */
function split(lengths: number[], most: number): number[] {
  for (let rows = 1; rows < lengths.length; rows += 1) {
    const best = evenest(lengths, rows);
    if (Math.max(...best) <= most) return best;
  }
  return lengths;
}

/** The groups in so many rows, the longest as short as can be. */
function evenest(lengths: number[], rows: number): number[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (rows === 1) return [total];
  let best: number[] = [];
  for (let cut = 1; cut <= lengths.length - rows + 1; cut += 1) {
    const first = lengths.slice(0, cut).reduce((sum, length) => sum + length, 0);
    const found = [first, ...evenest(lengths.slice(cut), rows - 1)];
    if (!best.length || Math.max(...found) < Math.max(...best)) best = found;
  }
  return best;
}
