// Calls of an auction, from the events of its deal.

/** A call: its seat, and its words, such as "bid 3" or "pass". */
export interface Call {
  seat: number;
  words: string;
}

/**
 * The calls of the auction that is last in the events of a deal, the oldest first. `said` has the last call of each seat
 * in it: an earlier pass of a seat that has not called is no part of it.
 */
export function callsIn(events: string[], said: (string | null)[]): Call[] {
  const calls: Call[] = [];
  const verbs = new Set(["bid", "pass", ...said.map((words) => words?.split(" ")[0] ?? "")]);
  for (const event of [...events].reverse()) {
    const [actor = "", verb = "", ...rest] = event.split(" ");
    if (!verbs.has(verb) || !said[Number(actor)]) break;
    calls.unshift({ seat: Number(actor), words: [verb, ...rest].join(" ") });
  }
  return calls;
}

/** The calls in rounds: a new one begins with a seat that has already called in the last. Each has a place for each seat. */
export function roundsOf(calls: Call[], seats: number[]): (string | null)[][] {
  const rounds: (string | null)[][] = [];
  let last = seats.length;
  for (const { seat, words } of calls) {
    const place = seats.indexOf(seat);
    if (place <= last) rounds.push(seats.map(() => null));
    rounds.at(-1)![place] = words;
    last = place;
  }
  return rounds;
}
