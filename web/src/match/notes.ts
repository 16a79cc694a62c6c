// The notes of a score sheet as sentences. A note is a word, then seats and numbers, as the server lists them.
import { listed, t, told } from "../lib/messages";

type Read = (words: string[], names: (seats: string[]) => string) => Record<string, string | number>;

const one: Read = (words, names) => ({ names: names(words.slice(0, 1)) });
const all: Read = (words, names) => ({ names: names(words), count: words.length });
const none: Read = () => ({});

const READ: Record<string, Read> = {
  kitty: ([seat = "", points], names) => ({ names: names([seat]), count: Number(points) }),
  tied: none,
  lost: none,
  "one-clear": one,
  "two-clear": all,
  "none-clear": none,
  "all-pain": one,
  moon: one,
  unplayed: none,
  made: ([seat = "", bid = "", made = ""], names) => ({ names: names([seat]), bid, made }),
  "set-back": ([seat = "", bid = ""], names) => ({ names: names([seat]), bid }),
  unbid: ([seat = "", made = ""], names) => ({ names: names([seat]), made }),
  out: one,
  blocked: all,
  best: ([hand = "", ...seats], names) => ({ names: names(seats), made: told(`hints.made.${hand}`) }),
};

/** What a line of the sheet notes; empty where it notes nothing. */
export function noteText(note: string | null, names: string[]): string {
  if (!note) return "";
  const [word = "", ...words] = note.split(" ");
  const read = READ[word];
  const named = (seats: string[]): string => listed(seats.map((seat) => names[Number(seat)] ?? seat));
  return read ? told(`match.note.${word}`, read(words, named)) : note;
}

/** "Ann won", "Ann and Ben won together". */
export function wonText(winners: number[], names: string[]): string {
  return t("match.won", { count: winners.length, names: listed(winners.map((seat) => names[seat] ?? "")) });
}
