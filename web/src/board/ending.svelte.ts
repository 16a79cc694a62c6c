// The end of a deal: its last pieces stay visible for a moment, then the table shows how the deal was decided.
import { moves } from "../lib/prefs";
import type { Table } from "./table";

/** Ends the reveal of a deal once its animations have run for `milliseconds`; call it in the component with them. */
export function revealAfter(table: Table, milliseconds: () => number): void {
  $effect(() => {
    const timer = setTimeout(() => table.revealed(), moves() ? milliseconds() : 0);
    return () => clearTimeout(timer);
  });
}

/** Whether the table shows how the deal was decided: from `look` milliseconds after its end. */
export function ending(table: Table, look: number): { readonly shown: boolean } {
  const over = $derived(
    table.board.phase === "deal" && table.board.last?.deal === table.board.deal && !table.hands,
  );
  let shown = $state(false);
  let seen: boolean | null = null;

  $effect.pre(() => {
    const wait = over && seen === false ? look : 0;
    seen = over;
    if (!wait) shown = over;
    else {
      const timer = setTimeout(() => (shown = true), wait);
      return () => clearTimeout(timer);
    }
  });
  return {
    get shown() {
      return shown && over;
    },
  };
}
