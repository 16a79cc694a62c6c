// Positions of seats around the table: directions from its centre, clockwise from the near side.

export interface Place {
  /** From -1, the left edge, to 1, the right edge. */
  x: number;
  /** From -1, the far side, to 1, the near one. */
  y: number;
}

/** Direction of a seat as seen from the near one. */
export function placeOf(seat: number, near: number, seats: number): Place {
  const turn = Math.PI / 2 + (2 * Math.PI * ((seat - near + seats) % seats)) / seats;
  return { x: Math.cos(turn), y: Math.sin(turn) };
}

/** Lowest place at the sides: below is the reader's own rim of the table. */
const LOWEST = 0.5;
/** Place of the middle one of three plates on a side. */
const MIDDLE = -0.225;

/** The direction moved towards the edges of a rectangle, for plates around the felt. */
export function edgeOf(seat: number, near: number, seats: number): Place {
  const { x, y } = placeOf(seat, near, seats);
  if (Math.abs(x) <= 0.6) return { x: outwards(x), y: outwards(y) };
  // Three plates on each side take all of it, up to the corner.
  const height = seats > 7 ? MIDDLE + (y * (LOWEST - MIDDLE)) / Math.SQRT1_2 : outwards(y);
  return { x: Math.sign(x), y: Math.min(height, LOWEST) };
}

function outwards(part: number): number {
  return Math.abs(part) < 1e-6 ? 0 : Math.sign(part) * Math.abs(part) ** 0.55;
}

/** The seats in visual order, beginning at the left of the near seat, which is last. */
export function around(near: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, step) => (near + 1 + step) % seats);
}

/** Position of a balloon: next to the face of its seat, and on a wide table above or below the plates at the sides. */
export interface BalloonPlace {
  side: "left" | "right";
  level: "above" | "below" | "middle";
}

/** Balloons point inwards, so that they stay within the table. */
export function balloonOf({ x, y }: Place): BalloonPlace {
  const side = x > 0.01 ? "left" : "right";
  if (Math.abs(x) < 1) return { side, level: "middle" };
  return { side, level: y > 0.3 ? "above" : "below" };
}
