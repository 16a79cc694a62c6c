// Reactions of seats: phrases, and small pictures.
import { t } from "../lib/messages";
import type { React } from "../wire";

export type Reaction = React["what"];

export const PHRASES = ["hello", "luck", "nice", "thanks", "sorry", "moment"] as const satisfies Reaction[];
export const PICTURES = ["clap", "smile", "wow", "think", "sad", "cheers"] as const satisfies Reaction[];

/** Whether a reaction is a picture, not a phrase. */
export function isPicture(what: Reaction): what is (typeof PICTURES)[number] {
  return (PICTURES as readonly string[]).includes(what);
}

/** "Cleo: Well played!", "Cleo applauds." */
export function reactionText(name: string, what: Reaction): string {
  const text = t(`table.react.${what}`);
  return isPicture(what) ? t("table.react.shows", { name, text }) : t("table.chat.says", { name, text });
}
