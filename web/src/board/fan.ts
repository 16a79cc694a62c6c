// Layout of a hand: suits in alternating colours, and rows of cards that overlap like a fan. All sizes are in pixels.
import { suitOf } from "../lib/pieces";

/** Minimum size of a touch target. */
export const TOUCH = 44;
/** Minimum width of a card that leaves room for strips of that width. */
const NARROW = 52;
const GAP = 4;
/** Ratio of a card's height to its width. */
const CARD = 1.4;
/** Minimum height of a tile with countable pips. */
const LOWEST = 56;
/** Visible fraction of a row of cards below the next one. */
const STRIP = 0.6;
/** Scale of the pieces of a small hand. */
const SMALL = 0.85;
/** Height of a phone in landscape; the hand there has the whole width, so its cards are larger. */
const LOW = 480;
/** Distance by which a pointed-at card of the row below rises over this one. */
const LIFT = 7;
/** Maximum difference between the numbers of cards in the rows of a hand. */
const UNEVEN = 2;
const ORDER = ["S", "H", "C", "D"];
const RED = ["H", "D"];

export interface Size {
  width: number;
  height: number;
}

/** The room for a hand, and the preferred size of a piece. */
export interface Room {
  width: number;
  piece: number;
  /** Maximum height of the whole hand. */
  height: number;
  /** Maximum height of a tile, with which one fits onto the felt. */
  tallest?: number;
}

export interface Row {
  /** Number of pieces in it. */
  count: number;
  /** Distance between neighbouring pieces. */
  step: number;
  /** Position of the first piece. */
  left: number;
}

export interface Fan {
  /** Width of the touch target. */
  piece: number;
  /** Width of the picture. */
  picture: number;
  /** Height of the picture. */
  height: number;
  rows: Row[];
  /** Distance between rows. */
  rise: number;
}

export interface HandLayout {
  height: number;
  places: { left: number; top: number }[];
}

/** Preferred size of pieces, which grows with the window. The pieces of a `small` hand leave more room to the felt. */
export function wishFor(tiles: boolean, window: Size, small = false): Omit<Room, "width"> {
  const { width, height } = window;
  const low = height < LOW && width > height;
  const [high, wide] = tiles ? [0.066, 0.115] : [low && !small ? 0.165 : 0.125, 0.17];
  const piece = Math.max(Math.min(high * height, wide * width), tiles ? TOUCH : NARROW);
  return small
    ? { piece: Math.max(SMALL * piece, TOUCH), height: 0.15 * height }
    : { piece, height: 0.28 * height, ...(tiles && { tallest: (low ? 0.21 : 0.135) * height }) };
}

/** A hand laid out with pieces of the size that the largest hand of the deal has. Both are lengths of groups. */
export function layHand(groups: number[], largest: number[], room: Room, tiles: boolean): Fan {
  const whole = tiles ? layTiles(total(largest), room) : fanOut(largest, room);
  const kept = { ...room, piece: whole.piece };
  if (!tiles) return fanOut(groups, kept, whole.piece);
  return { ...whole, rows: tileRows(total(groups), whole.piece, room.width) };
}

/** Position of each piece of a hand. */
export function placesOf(fan: Fan): HandLayout {
  const places = fan.rows.flatMap(({ count, step, left }, at) =>
    Array.from({ length: count }, (_, number) => ({ left: left + number * step, top: at * fan.rise })),
  );
  return { height: fan.rise * (fan.rows.length - 1) + fan.height, places };
}

/** Cards with their suits in an order that alternates red and black if possible; then pieces without a suit. */
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

/** Lengths of the runs of each suit. */
export function suitLengths(cards: string[]): number[] {
  const lengths: number[] = [];
  cards.forEach((card, at) => {
    const before = cards[at - 1];
    if (before && suitOf(before) === suitOf(card)) lengths[lengths.length - 1]! += 1;
    else lengths.push(1);
  });
  return lengths;
}

/**
 * Cards in as few rows as leave a clickable strip of each. A suit stays in one row, unless that needs one row more. No
 * card is narrower than `least`.
 */
export function fanOut(lengths: number[], room: Room, least = Math.min(NARROW, room.piece)): Fan {
  const most = Math.max(1, Math.floor((room.width - least) / TOUCH) + 1);
  const counts = split(lengths, most);
  const longest = Math.max(1, ...counts);
  const left = room.width - (longest - 1) * TOUCH;
  const piece = Math.max(least, Math.min(room.piece, left));
  const height = piece * CARD;
  const rise = Math.max(TOUCH + LIFT, height * STRIP);
  return { piece, picture: piece, height, rise, rows: counts.map((count) => row(count, piece, room.width)) };
}

/** Tiles in rows that do not overlap. In many rows their pictures are smaller than their touch targets. */
export function layTiles(count: number, room: Room): Fan {
  const least = Math.min(TOUCH, room.piece);
  const { rows, columns } = gridOf(count, least, room.width);
  const widest = Math.floor((room.width + GAP) / columns) - GAP;
  const piece = Math.max(least, Math.min(room.piece, widest));
  const height = Math.max(LOWEST, Math.min(2 * piece, room.height / rows - GAP, room.tallest ?? Infinity));
  const laid = tileRows(count, piece, room.width);
  return { piece, picture: height / 2, height, rise: height + GAP, rows: laid };
}

/** Even rows of tiles of this width. */
function tileRows(count: number, piece: number, width: number): Row[] {
  const { rows, columns } = gridOf(count, piece, width);
  const counts = Array.from({ length: rows }, (_, at) => Math.min(columns, count - at * columns));
  return counts.map((number) => row(number, piece, width));
}

function gridOf(count: number, piece: number, width: number): { rows: number; columns: number } {
  const most = Math.max(1, Math.floor((width + GAP) / (piece + GAP)));
  const rows = Math.max(1, Math.ceil(count / most));
  return { rows, columns: Math.max(1, Math.ceil(count / rows)) };
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function row(count: number, piece: number, width: number): Row {
  const step = count > 1 ? Math.min(piece + GAP, (width - piece) / (count - 1)) : 0;
  return { count, step, left: (width - piece - step * (count - 1)) / 2 };
}

/** Lengths of the fewest rows of at most `most` pieces; of whole groups, unless those need a further row or are uneven. */
function split(lengths: number[], most: number): number[] {
  const count = total(lengths);
  const rows = Math.max(1, Math.ceil(count / most));
  const whole = rows <= lengths.length ? evenest(lengths, rows) : [];
  const [longest, shortest] = [Math.max(...whole), Math.min(...whole)];
  if (whole.length && longest <= most && longest - shortest <= UNEVEN) return whole;
  return Array.from({ length: rows }, (_, at) => Math.ceil((count - at) / rows));
}

/** The groups in that many rows, with the longest row as short as possible. */
function evenest(lengths: number[], rows: number): number[] {
  if (rows === 1) return [total(lengths)];
  let best: number[] = [];
  for (let cut = 1; cut <= lengths.length - rows + 1; cut += 1) {
    const first = lengths.slice(0, cut).reduce((sum, length) => sum + length, 0);
    const found = [first, ...evenest(lengths.slice(cut), rows - 1)];
    if (!best.length || Math.max(...found) < Math.max(...best)) best = found;
  }
  return best;
}
