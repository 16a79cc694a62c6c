// Paper slips that a new player finds at the table: the goal of the game, and an offer of sound.
import { goalText } from "../lib/explanation";
import { t } from "../lib/messages";
import type { Prefs } from "../lib/prefs";
import type { TableState } from "../lib/tableState.svelte";

export interface Slip {
  kind: "goal" | "sound";
  text: string;
}

/** Whether a table is in its first deal. */
function isFirstDeal({ board }: Pick<TableState, "board">): boolean {
  return !!board && board.deal === 1 && board.last === null;
}

/** Whether the reader plays at a table whose first deal is over: sound is then no longer offered, here or elsewhere. */
export function endsOfferOfSound(state: Pick<TableState, "board" | "you">): boolean {
  return !!state.board && state.you.seat !== null && !isFirstDeal(state);
}

/** The slips for this reader, the more important one first. */
export function slipsFor(
  { board, table, you }: Pick<TableState, "board" | "table" | "you">,
  { goalsRead, sound, soundDecided }: Pick<Prefs, "goalsRead" | "sound" | "soundDecided">,
): Slip[] {
  if (!board || table?.status !== "playing" || you.seat === null || !isFirstDeal({ board })) return [];
  const goal = goalsRead.includes(board.game) ? null : goalText({ board, options: table.options });
  return [
    ...(goal ? [{ kind: "goal" as const, text: goal }] : []),
    ...(sound || soundDecided ? [] : [{ kind: "sound" as const, text: t("table.slip.sound") }]),
  ];
}
