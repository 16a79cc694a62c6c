// The options of a match in a line.
import { has, told } from "../lib/messages";

/** "Points to win: 7 · Low goes to: who was dealt it". */
export function optionsText(options: Record<string, number | string>): string {
  return Object.entries(options)
    .map(
      ([name, value]) =>
        `${word(`lobby.option.${name}`, name)}: ${word(`lobby.value.${name}.${value}`, value)}`,
    )
    .join(" · ");
}

function word(key: string, otherwise: number | string): string {
  return has(key) ? told(key) : String(otherwise).replaceAll("_", " ");
}
