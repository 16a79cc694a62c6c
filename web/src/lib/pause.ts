// The pause after a deal: what an update that ends one tells of it, and what of the next.
import type { Update } from "../wire";

/** How long a finished deal is shown alone, in milliseconds; half as long while the reader's own clock runs. */
export const PAUSE = 8_000;
/** The same once the reader has begun to look at how it was scored. */
export const READING = 60_000;

/** The part of an update up to the settlement: nobody is to act, and no card of the next deal is known. */
export function ofSettlement(update: Update): Update {
  const { settled, you } = update;
  return {
    ...update,
    board: settled?.board ?? null,
    you: { ...you, asked: null, may_undo: false, mine: settled?.mine ?? null },
    events: update.events.slice(0, nextDeal(update)),
  };
}

/** The rest of it: the next deal. */
export function afterSettlement(update: Update): Update {
  return {
    ...update,
    what: { ...update.what, by_house: false },
    events: update.events.slice(nextDeal(update)),
    sheet: [],
    settled: null,
  };
}

function nextDeal({ events }: Update): number {
  const at = events.findIndex((event) => event.startsWith("table deal "));
  return at < 0 ? events.length : at;
}
