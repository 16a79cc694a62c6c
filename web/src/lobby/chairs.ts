// Who is to sit where at a table that does not exist yet.
import type { ChairAsked } from "../wire";

const HOUSE_PLAYER = "house";

/** The house's best known player. */
export function houseChair(): ChairAsked {
  return { kind: "bot", player: HOUSE_PLAYER };
}

/** One's own chair first, and somebody on every other. */
export function chairsWith(seats: number, other: ChairAsked): ChairAsked[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { kind: "me" } : { ...other }));
}
