// The match of the reader that comes next, or else the one before.
import type { MatchLine } from "../wire";

export interface Neighbour {
  id: string;
  /** Whether it was played after the match. */
  later: boolean;
}

/** `matches` are the reader's, the latest first. Null if the match is not among them, or the only one. */
export function neighbour(matches: Pick<MatchLine, "id">[], id: string): Neighbour | null {
  const ids = [...new Set(matches.map((match) => match.id))];
  const place = ids.indexOf(id);
  if (place < 0) return null;
  const [later, earlier] = [ids[place - 1], ids[place + 1]];
  if (later) return { id: later, later: true };
  return earlier ? { id: earlier, later: false } : null;
}
