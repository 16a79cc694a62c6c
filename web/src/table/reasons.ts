// The reasons of a hint in words. A value's name says what it stands for: `card`, `led_suit`, `tiles` …
import type { Hinted, Reason } from "../wire";
import { listed, t, told } from "../lib/messages";
import type { TableState } from "../lib/tableState.svelte";
import { tell } from "../lib/tell";
import { cardName, suitName, tileName } from "../lib/pieces";

const WORDS: Record<string, (code: string) => string> = {
  card: cardName,
  cards: (codes) => listed(codes.split(" ").map(cardName)),
  tile: tileName,
  tiles: (codes) => listed(codes.split(" ").map(tileName)),
  suit: suitName,
  made: (code) => told(`hints.made.${code}`),
};

function reasonText({ key, values }: Reason, names: string[]): string {
  const filled = Object.entries(values).map(([place, value]) => {
    const kind = place.split("_").at(-1)!;
    if (kind === "seat") return [place, names[Number(value)] ?? value];
    return [place, WORDS[kind]?.(String(value)) ?? value];
  });
  return told(key, Object.fromEntries(filled));
}

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
