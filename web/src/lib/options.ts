// The options of a match in a line.
import { gameText, t } from "./messages";

/** "Points to win: 7 · Low goes to: who was dealt it". */
export function optionsText(game: string, options: Record<string, number | string>): string {
  const text = (key: string, otherwise: number | string): string =>
    gameText(game, key) ?? String(otherwise).replaceAll("_", " ");
  return Object.entries(options)
    .map(([name, value]) =>
      t("lobby.setup.is", {
        name: text(`lobby.option.${name}`, name),
        value: text(`lobby.value.${name}.${value}`, value),
      }),
    )
    .join(" · ");
}
