// What a seat says outside the auction: a reaction or a line of chat.
import type { React } from "../wire";

export type Speech = { reaction: React["what"] } | { text: string };

/** Milliseconds for which speech is shown: long enough to read it. */
export function speechTime(speech: Speech): number {
  const letters = "text" in speech ? speech.text.length : 0;
  return Math.min(4_000 + 60 * letters, 12_000);
}
