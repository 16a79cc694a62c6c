// Moments: what has just happened, shown over the table for a second or so. The table itself is never behind: a moment only
// lies over what is already so, takes no pointer, and goes as soon as somebody does anything.
import { t } from "../lib/messages";
import type { Sound } from "../lib/sound";
import type { Board, TableInfo } from "../wire";

export interface Moment {
  kind: "hammer" | "turned" | "named" | "trick";
  /** One sentence, for those who look and those who listen. */
  text: string;
  /** Whether no event says the same. */
  aloud?: boolean;
  /** The seat or spot to which it goes. */
  to: string | null;
  /** What lies there: cards or tiles, face down where they are null. */
  pieces?: (string | null)[];
  tiles?: boolean;
  suit?: string;
  /** The lot that was sold, and what is stamped on its ticket. */
  lot?: string;
  stamp?: string;
  sound?: Sound;
}

/** What a message changed, from the reader's side: nothing but what their own board holds. */
export interface Change<B = Board> {
  was: B;
  now: B;
  /** A seat's name; "You" and, within a sentence, "you" for the reader. */
  name: (seat: number) => string;
  who: (seat: number) => string;
}

/** The moments of a change, in their order: each game's folder has its own (`moments.ts`). */
export type MomentsOf<B> = (change: Change<B>) => Moment[];

const LENGTHS: Record<Moment["kind"], number> = { hammer: 1600, turned: 1500, named: 1300, trick: 1200 };
const PACES: Record<TableInfo["pace"], number> = { quick: 0.45, easy: 1, slow: 1.25 };
const [SHORTEST, LONGEST] = [600, 2000];

/** How long a moment lasts, in milliseconds. */
export function lengthOf({ kind }: Moment, pace: TableInfo["pace"]): number {
  return Math.min(Math.max(LENGTHS[kind] * PACES[pace], SHORTEST), LONGEST);
}

/** Something that was sold by auction; a price of null: it went to somebody without a bid. */
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

/** A trick that was completed: its cards lie there for a moment, then go to their winner. */
export function trickTaken({ was, now }: Change<WithTricks>): Moment[] {
  const whole = now.last_trick;
  const done = was.trick.plays.length > 0 && now.trick.plays.length === 0 && whole?.winner != null;
  return done ? [{ kind: "trick", text: "", to: `seat-${whole.winner}`, sound: "card" }] : [];
}
