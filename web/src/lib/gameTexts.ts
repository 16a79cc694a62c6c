// Texts of a game that need more than its messages: its folder has them in `texts.ts`.
import type { Board, Mine } from "../wire";
import { listed, type Values } from "./messages";
import { WORDS, type Spelling } from "./spelling";

/** A table's house rules, by the name of the option. */
export type Options = Record<string, number | string>;

/** A deal, and the house rules that it is played by. */
export interface DealAndRules {
  board: Board;
  options: Options;
}

export interface GameTexts {
  /** Goal of a deal and prices, in one line for new players. */
  goal?: (deal: DealAndRules) => string;
  /** Explanations of words on the table, by term; by default the messages in `explains`. */
  explains?: Record<string, (deal: DealAndRules) => string>;
  /** Sentences for events, by verb, with an event of the table as `table draw`; by default the messages in `log`. */
  events?: Record<string, EventText>;
  /** What the reader is asked to do; by default the messages in `todo`. */
  turn?: (turn: Turn) => TurnText;
  /** The values for a message in `notes`, by the note's first word; `names` joins the names of seats. */
  notes?: Record<
    string,
    (words: string[], names: (seats: string[]) => string) => Record<string, string | number>
  >;
}

/** The reader's turn. */
export interface Turn {
  board: Board;
  mine: Mine;
  /** Whether an action with this verb is legal. */
  can: (verb: string) => boolean;
  /** A seat's name. */
  name: (seat: number) => string;
}

/** Request to act, as sentences. */
export interface TurnText {
  /** What the reader may do. */
  act: string;
  /** What that means in this deal. */
  meaning: string;
}

/** One event as a sentence; may be empty. */
export type EventText = (context: EventContext) => string;

export interface EventContext {
  seat: number;
  /** The words after the verb. */
  rest: string[];
  board: Board;
  /** Whether all is open, as after the match. */
  open: boolean;
  /** The text `log.<key>.you` or `.they`, with the name of the acting seat; the first of several keys that has one. */
  does: (keys: string | string[], values?: Values) => string;
  /** A seat's name; "You" for the reader. */
  who: (seat: number) => string;
  /** How the sentence spells pieces and suits. */
  spelling: Spelling;
}

/** A piece that the watcher does not see. */
export const HIDDEN = "??";

/** The pieces that the watcher sees. */
export function piecesText(names: string[], spelling: Spelling = WORDS): string {
  return listed(names.filter((name) => name !== HIDDEN).map(spelling.piece));
}

/** Joins sentences. */
export function join(...sentences: string[]): string {
  return sentences.filter(Boolean).join(" ");
}
