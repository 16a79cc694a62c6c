// Calls of an auction, from the events of its deal.

/** A call: its seat, and its words, such as "bid 3" or "pass". */
export interface Call {
  seat: number;
  words: string;
}

/** The last `count` events of a deal, which are the calls of its open auction, the oldest first. */
export function callsIn(events: string[], count: number): Call[] {
  const calls = count ? events.slice(-count) : [];
  return calls.map((event) => {
    const [actor, ...words] = event.split(" ");
    return { seat: Number(actor), words: words.join(" ") };
  });
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
