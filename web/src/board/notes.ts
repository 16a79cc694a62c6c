// The notes of a score sheet as sentences. A note is a key, then seats and numbers, as listed by the server.
import { gameTexts } from "../lib/games";
import { gameText, listed, t } from "../lib/messages";

/** The note of a line of the sheet in words; empty if it has none. */
export function noteText(game: string, note: string | null, names: string[]): string {
  if (!note) return "";
  const [word = "", ...words] = note.split(" ");
  const named = (seats: string[]): string => listed(seats.map((seat) => names[Number(seat)] ?? seat));
  const values = gameTexts(game).notes?.[word]?.(words, named) ?? {
    names: named(words),
    count: words.length,
  };
  return gameText(game, `notes.${word}`, values) ?? note;
}

/** "Ann won", "Ann and Ben won together". */
export function wonText(winners: number[], names: string[]): string {
  return t("match.won", { count: winners.length, names: listed(winners.map((seat) => names[seat] ?? "")) });
}
