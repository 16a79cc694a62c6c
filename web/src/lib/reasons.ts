// Reasons of a hint in words. The name of a value, or its end, gives the kind: `card`, `led_suit`.
import type { Reason } from "../wire";
import { gameText, listed, t } from "./messages";
import { decimal } from "./numbers";
import { moveText } from "./moves";
import { cardName, numberName, suitName, tileName } from "./pieces";

const WORDS: Record<string, (code: string) => string> = {
  card: cardName,
  cards: (codes) => listed(codes.split(" ").map(cardName)),
  suit: suitName,
  tile: tileName,
  number: numberName,
};

/**
 * A reason as a sentence; `names` are those of the seats. A figure may have a second one, `played`, of the played
 * action.
 */
export function reasonText(game: string, { key, values }: Reason, names: string[]): string {
  const text = sentence(game, { key, values }, names);
  const { played, share } = values;
  if (played === undefined) return text;
  return t(share === undefined ? "hints.search.played" : "hints.search.playedShare", {
    text: text.replace(/\.$/, ""),
    played,
  });
}

/** A number with the decimal separator of the page's language; other values stay unchanged. */
function figure(value: string | number): string | number {
  const text = String(value);
  return /^−?\d+\.\d$/.test(text) ? decimal(Number(text.replace("−", "-"))) : value;
}

function sentence(game: string, { key, values }: Reason, names: string[]): string {
  const filled = Object.entries(values).map(([name, value]) => {
    const kind = name.split("_").at(-1) ?? name;
    if (kind === "move") return [name, moveText(game, String(value), names)];
    if (kind === "seat") return [name, names[Number(value)] ?? value];
    const words = WORDS[kind]?.(String(value)) ?? gameText(game, `codes.${kind}.${value}`);
    return [name, words ?? figure(value)];
  });
  const text = gameText(game, key, Object.fromEntries(filled)) ?? key;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
