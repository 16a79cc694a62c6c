// State of the ticket with the last deal's score: when it opens and closes.
import type { Table } from "./table";

export interface Shown {
  open: boolean;
}

/**
 * A new settlement opens automatically where it covers nothing: in place of the hand during the pause and after the
 * match, and `beside` the table. It closes with the pause, or once the reader has acted in the next deal.
 */
export function settlementState(table: Table, beside: () => boolean): Shown {
  const shown = $state({ open: false });
  let settled: number | null = null;
  let [turn, paused] = [false, false];

  $effect.pre(() => {
    const { last, winners } = table.board;
    const [now, over, pauses] = [last?.deal ?? 0, winners.length > 0, table.pause !== null];
    if (settled === null) shown.open = now > 0 && (over || pauses);
    else if (now > settled) shown.open = over || pauses || beside();
    else if ((turn && !table.myTurn) || now < settled || (paused && !pauses)) shown.open = false;
    settled = now;
    [turn, paused] = [table.myTurn, pauses];
  });
  return shown;
}
