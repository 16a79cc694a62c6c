import { textsOf, type Values } from "../../lib/messages";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-hearts");

/** How a deal ended, by the name of its ending: "one clear". */
export function endingText(ending: string, values: Values): string {
  return msg(`board.ending.${ending.replaceAll(" ", "-") as keyof typeof english.board.ending}`, values);
}
