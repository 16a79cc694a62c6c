// Who is to sit where at a table that does not exist yet.
import type { ChairRequest } from "../wire";

/** Thinks before it bids, and leaves a newcomer a chance. */
const USUAL_PLAYER = "medium";

/** A player of the house, where nobody has chosen another. */
export function houseChair(): ChairRequest {
  return { kind: "bot", player: USUAL_PLAYER };
}

/** One's own chair first, and somebody on every other. */
export function chairsWith(seats: number, other: ChairRequest): ChairRequest[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { kind: "me" } : { ...other }));
}
