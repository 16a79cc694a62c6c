// A hint in words.
import type { Hinted } from "../wire";
import { t } from "../lib/messages";
import { moveText } from "../lib/moves";
import { reasonText } from "../lib/reasons";
import type { TableState } from "../lib/tableState.svelte";

/** A hint as sentences: what the house would do in the reader's place, and why. */
export function hintLines(table: TableState, { action, reasons }: Hinted): string[] {
  const { game } = table.table!;
  return [
    t("table.hintIs", { action: moveText(game, action, table.names) }),
    ...reasons.map((reason) => reasonText(game, reason, table.names)),
  ];
}
