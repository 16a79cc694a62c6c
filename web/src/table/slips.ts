// Paper slips that a new player finds at the table: the goal of the game, and an offer of sound.
import { goalText } from "../lib/explanation";
import { t } from "../lib/messages";
import type { Prefs } from "../lib/prefs";
import type { TableState } from "../lib/tableState.svelte";

export interface Slip {
  kind: "goal" | "sound";
  text: string;
}

/** The slips for this reader, the more important one first. */
export function slipsFor(
  { board, table, you }: Pick<TableState, "board" | "table" | "you">,
  { goalsRead, sound, soundDecided }: Pick<Prefs, "goalsRead" | "sound" | "soundDecided">,
): Slip[] {
  if (!board || table?.status !== "playing" || you.seat === null) return [];
  const first = board.deal === 1 && board.last === null && !goalsRead.includes(board.game);
  const goal = first ? goalText({ board, options: table.options }) : null;
  return [
    ...(goal ? [{ kind: "goal" as const, text: goal }] : []),
    ...(sound || soundDecided ? [] : [{ kind: "sound" as const, text: t("table.slip.sound") }]),
  ];
}
