// Chairs of a table that does not exist yet.
import type { ChairRequest } from "../wire";
import { USUAL_PLAYER } from "../lib/names";

/** A chair of a table that does not exist yet: also for a person who plays on this device. */
export type SetupChair = ChairRequest | HereChair;

export interface HereChair {
  kind: "here";
  name: string;
}

/** A bot of the default level. */
export function houseChair(): ChairRequest {
  return { kind: "bot", player: USUAL_PLAYER };
}

/** The reader's own chair first, and `other` on the rest. */
export function chairsWith(seats: number, other: ChairRequest): ChairRequest[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { kind: "me" } : { ...other }));
}
