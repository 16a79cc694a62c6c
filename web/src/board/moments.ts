// Moments: the last event, shown over the table for about a second. The table itself is never delayed: a moment only
// covers the current state, ignores the pointer, and ends with the reader's next action.
import { t } from "../lib/messages";
import type { Sound } from "../lib/sound";
import type { Board, TableInfo } from "../wire";

export interface Moment {
  kind: "hammer" | "turned" | "named" | "trick";
  /** One sentence, shown and announced. */
  text: string;
  /** Whether no event has the same text. */
  aloud?: boolean;
  /** Seat or spot that it flies to. */
  to: string | null;
  /** Its cards or tiles, face down if null. */
  pieces?: (string | null)[];
  tiles?: boolean;
  suit?: string;
  /** The sold lot, and the stamp on its ticket. */
  lot?: string;
  stamp?: string;
  sound?: Sound;
}

/** Changes of a message, from the reader's side: only the content of their own board. */
export interface Change<B = Board> {
  was: B;
  now: B;
  /** A seat's name; "You" and, within a sentence, "you" for the reader. */
  name: (seat: number) => string;
  who: (seat: number) => string;
}

/** The moments of a change, in order: each game's folder has its own (`moments.ts`). */
export type MomentsOf<B> = (change: Change<B>) => Moment[];

const LENGTHS: Record<Moment["kind"], number> = { hammer: 1600, turned: 1500, named: 1300, trick: 1200 };
const PACES: Record<TableInfo["pace"], number> = { quick: 0.45, easy: 1, slow: 1.25 };
const [SHORTEST, LONGEST] = [600, 2000];

/** Duration of a moment in milliseconds. */
export function lengthOf({ kind }: Moment, pace: TableInfo["pace"]): number {
  return Math.min(Math.max(LENGTHS[kind] * PACES[pace], SHORTEST), LONGEST);
}

/** A lot sold by auction; with a price of null, it went to a seat without a bid. */
export function sold(
  { who }: Pick<Change, "who">,
  seat: number,
  price: number | null,
  lot: string,
  pieces: (string | null)[] = [],
): Moment {
  const name = who(seat);
  const text = price ? t("play.moment.sold", { name, price }) : t("play.moment.free", { name });
  return { kind: "hammer", text, aloud: true, to: `seat-${seat}`, lot, pieces, sound: "gavel" };
}

interface WithTricks {
  last_trick: { plays: { card: string }[]; winner: number | null } | null;
  trick: { plays: unknown[] };
}

/** A completed trick: its cards stay for a moment, then go to their winner. */
export function trickTaken({ was, now }: Change<WithTricks>): Moment[] {
  const whole = now.last_trick;
  const done = was.trick.plays.length > 0 && now.trick.plays.length === 0 && whole?.winner != null;
  return done ? [{ kind: "trick", text: "", to: `seat-${whole.winner}`, sound: "card" }] : [];
}
