// The reasons of a hint in words. What a value stands for is said by its name, or by the end of it: `card`, `led_suit`.
import type { Reason } from "../wire";
import { listed, told } from "./messages";
import { cardName, numberName, suitName, tileName } from "./pieces";

const WORDS: Record<string, (code: string) => string> = {
  card: cardName,
  cards: (codes) => listed(codes.split(" ").map(cardName)),
  suit: suitName,
  tile: tileName,
  number: numberName,
  made: (hand) => told(`hints.made.${hand}`),
};

/** A reason as a sentence; `names` are those of the seats. */
export function reasonText({ key, values }: Reason, names: string[]): string {
  const filled = Object.entries(values).map(([name, value]) => {
    const kind = name.split("_").at(-1) ?? name;
    if (kind === "seat") return [name, names[Number(value)] ?? value];
    return [name, WORDS[kind]?.(String(value)) ?? value];
  });
  const text = told(key, Object.fromEntries(filled));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
