// The pause after a deal: the parts of an update about the finished deal, and about the next.
import type { Update } from "../wire";

/** Milliseconds for which a finished deal is shown alone; half as long while the reader's own clock runs. */
export const PAUSE = 8_000;
/** Milliseconds for which it is shown after the reader has begun to view its score. */
export const READING = 60_000;

/** The part of an update up to the settlement: no seat has to act, and no card of the next deal is known. */
export function ofSettlement(update: Update): Update {
  const { settled, you } = update;
  return {
    ...update,
    board: settled?.board ?? null,
    you: { ...you, asked: null, may_undo: false, mine: settled?.mine ?? null },
    events: update.events.slice(0, nextDeal(update)),
  };
}

/** The rest of the update: the next deal. */
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
