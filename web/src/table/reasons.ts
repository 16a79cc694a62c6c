// A hint in words.
import type { Hinted } from "../wire";
import { t } from "../lib/messages";
import { reasonText } from "../lib/reasons";
import type { TableState } from "../lib/tableState.svelte";
import { tell } from "../lib/tell";

/** A hint as sentences: what the house would do in the reader's place, and why. */
export function hintLines(table: TableState, { action, reasons }: Hinted): string[] {
  const { board, names, you } = table;
  const inPlace = names.map((name, seat) => (seat === you.seat ? t("table.hintActor") : name));
  const told = board && tell(`${you.seat} ${action}`, inPlace, null, board);
  return [
    t("table.hintIs", { action: told || action }),
    ...reasons.map((reason) => reasonText(reason, names)),
  ];
}
