// The ticket with the last deal's score: when it comes, and when it goes.
import type { Table } from "./table";

/** How long it lies over the felt by itself. */
const MOMENT = 6000;
/** From this width of the table on, in pixels, it lies beside the felt. */
const BESIDE = 928;

export interface Slip {
  open: boolean;
  /** The reader has taken it up, so that it stays until he has done with it. */
  touched: boolean;
}

/** A new settlement opens by itself and goes away once the reader has done something in the next deal. */
export function slipOf(table: Table, room: () => number): Slip {
  const slip = $state({ open: false, touched: false });
  let settled: number | null = null;
  let turn = false;

  $effect.pre(() => {
    const { last, winners } = table.board;
    const now = last?.deal ?? 0;
    if (settled === null) slip.open = now > 0 && winners.length > 0;
    else if (now > settled) [slip.open, slip.touched] = [true, false];
    else if ((turn && !table.myTurn) || now < settled) slip.open = false;
    settled = now;
    turn = table.myTurn;
  });

  // Where it lies over the felt it soon goes by itself, too.
  const passing = $derived(slip.open && !slip.touched && table.board.winners.length === 0);
  const deal = $derived(table.board.last?.deal);
  $effect(() => {
    void deal;
    if (!passing || room() >= BESIDE) return;
    const timer = setTimeout(() => (slip.open = false), MOMENT);
    return () => clearTimeout(timer);
  });
  return slip;
}
