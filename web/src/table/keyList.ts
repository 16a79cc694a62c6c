// Keys of the table page, for their list and for the page itself.
import type { Key } from "../lib/messages";

export const LETTERS = {
  help: "?",
  go: "g",
  hint: "h",
  undo: "u",
  pass: "x",
  last: "l",
  rules: "r",
  scores: "s",
  chat: "c",
  log: "w",
  invite: "i",
  settings: "t",
  pace: "p",
} as const;

export type Doing = keyof typeof LETTERS;

/** Keys handled by parts of the table: their name and effect. */
export const OTHERS: [Key, Key][] = [
  ["table.keys.arrowsName", "table.keys.arrows"],
  ["table.keys.numbersName", "table.keys.numbers"],
  ["table.keys.enterName", "table.keys.enter"],
  ["table.keys.escName", "table.keys.esc"],
];
