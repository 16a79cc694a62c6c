// Layout of the tiles of a line: it runs to the right, turns down at the edge, runs back to the left, and so on. All
// sizes are in halves of a tile.

export interface Lying {
  /** The tile's name, the higher half first. */
  tile: string;
  /** The tile as drawn: its left half first, or the upper one if it is upright. */
  drawn: string;
  upright: boolean;
  x: number;
  y: number;
}

interface Line {
  tiles: Lying[];
  rows: number;
  /** Whether the last row with a tile besides the one at its turn runs to the right. */
  right: boolean;
}

/** Where a tile is open. */
export type Side = "left" | "right" | "down";

/** The open sides of the first and the last tile of a line. */
export function openSides({ tiles, right }: Line): { first: Side; last: Side } {
  const end = tiles.at(-1);
  const turns = !!end?.upright && !isDouble(end.tile);
  return { first: "left", last: turns ? "down" : right ? "right" : "left" };
}

/** The edge behind which the open side of a tile is out of sight, in a view of some height that begins at `top`. */
export function edgeOf(
  { upright, y }: Lying,
  side: Side,
  top: number,
  height: number,
): "above" | "below" | null {
  const place = y + (side === "down" ? 2 : upright ? 1 : 0.5);
  return place < top ? "above" : place > top + height ? "below" : null;
}

/** Signs that point to the ends of the line, as seen from the buttons below it. */
export interface EndSigns {
  left: string;
  right: string;
}

export function endSigns({ rows, right }: Pick<Line, "rows" | "right">): EndSigns {
  return { left: rows > 1 ? "▲" : "◀", right: right ? "▶" : "◀" };
}

/** Room between the ends that are laid without the tiles between them, in halves. */
export const GAP = 2;

/** Lays tiles, named from left to right, into rows of `width` halves. */
export function layOut(tiles: string[], width: number): Line {
  const placed: Lying[] = [];
  let rows = 1;
  let right = true; // the direction in which this row runs
  let used = 0; // number of used halves of this row
  let first = true; // whether this row is still empty

  /** Whether a double across would touch one in the row above, as if it were joined to it. */
  const touches = (x: number): boolean =>
    placed.some((other) => isDouble(other.tile) && other.y === 2 * (rows - 2) && Math.abs(other.x - x) < 1);

  tiles.forEach((tile, at) => {
    const mayLie = used + 2 < width; // with room for the tile at the turn
    const lies = mayLie && touches(right ? used : width - used - 1);
    const across = isDouble(tile) && !(first && rows > 1) && !lies;
    const size = across ? 1 : 2;
    const next = tiles[at + 1];
    const far = width - 1; // the last half of a row is for the tile at the turn
    const turns =
      used + size > far || (next && isDouble(next) && used + size < far + 1 && used + size + 1 > far);
    if (turns && !first && !isDouble(tile)) {
      placed.push({
        ...named(tile),
        drawn: tile,
        upright: true,
        x: right ? used : width - 1 - used,
        y: 2 * rows - 1.5,
      });
      // The next row begins directly below the tile at the turn.
      used = width - used - 1;
      right = !right;
      rows += 1;
      first = true;
      return;
    }
    const x = right ? used : width - used - size;
    const y = 2 * (rows - 1) + (across ? 0 : 0.5);
    placed.push({ ...named(tile), drawn: right || across ? tile : turned(tile), upright: across, x, y });
    used += size;
    first = false;
  });
  return { tiles: placed, rows, right: first && rows > 1 ? !right : right };
}

/** Lays only the ends of a line of two or more tiles, with room for a sign of the others between them. */
export function layEnds(tiles: string[]): Line {
  const lay = (tile: string, x: number): Lying => {
    const upright = isDouble(tile);
    return { ...named(tile), drawn: tile, upright, x, y: upright ? 0 : 0.5 };
  };
  const first = lay(tiles[0]!, 0);
  return { tiles: [first, lay(tiles.at(-1)!, (first.upright ? 1 : 2) + GAP)], rows: 1, right: true };
}

/** The largest size of half a tile, within limits, with which a line fits into a space. */
export function fit(tiles: string[], width: number, height: number, least: number, most: number): number {
  for (let size = most; size > least; size -= 1) {
    const columns = Math.floor(width / size);
    if (columns >= 6 && layOut(tiles, columns).rows * 2 * size <= height) return size;
  }
  return least;
}

function isDouble(tile: string): boolean {
  const [left, right] = tile.split("-");
  return left === right;
}

function turned(tile: string): string {
  return tile.split("-").reverse().join("-");
}

function named(tile: string): { tile: string } {
  const [left = "", right = ""] = tile.split("-");
  return { tile: Number(left) >= Number(right) ? tile : turned(tile) };
}
