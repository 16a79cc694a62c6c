// The end of a deal: the parts of an update about how it was decided, its result, and the next deal.
import type { Board, Update } from "../wire";

/** Maximum number of milliseconds for which the table shows how a deal was decided before it shows the result. */
export const REVEAL = 6_000;

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

/** The part of an update up to the reveal: the fields of the result keep their earlier values. */
export function beforeResult(update: Update, was: Board, fields: string[]): Update {
  const earlier = [...fields, "scores"].map((field) => [field, was[field as keyof Board]]);
  return { ...update, sheet: [], board: { ...update.board!, ...Object.fromEntries(earlier) } };
}

/** The rest of the update: its result. */
export function result(update: Update): Update {
  return { ...update, what: { ...update.what, by_house: false }, events: [] };
}

/** The rest of the update: the next deal. */
export function afterSettlement(update: Update): Update {
  return {
    ...update,
    what: { ...update.what, by_house: false },
    events: eventsOfDeal(update),
    sheet: [],
    settled: null,
  };
}

/** Events of the deal that an update begins, without the last ones of the deal that it ends. */
export function eventsOfDeal(update: Update): string[] {
  return update.settled ? update.events.slice(nextDeal(update)) : update.events;
}

function nextDeal({ events }: Update): number {
  const at = events.findIndex((event) => event.startsWith("table deal "));
  return at < 0 ? events.length : at;
}
