// Announcements of the table's live region, kept so that they can be read again.

import { untrack } from "svelte";

const KEPT = 200;
/** Maximum number of lines in the live region; screen readers announce only added ones. */
const SHOWN = 6;

/** A sentence to announce. */
export interface Line {
  text: string;
  /** The sentence as the log shows it: cards and suits in signs. */
  shown: string;
  /** Whether it begins a part of a deal, such as a trick. */
  begins: boolean;
}

export interface Announcement extends Line {
  number: number;
  /** Whether it is an event, and not only a message to the reader. */
  event: boolean;
}

class Live {
  /** All announcements, the oldest first. */
  lines = $state.raw<Announcement[]>([]);
  #next = 1;
  #silent = $state(0);
  /** The log: events, the oldest first. */
  readonly log = $derived(this.lines.filter((line) => line.event));
  /** The lines in the region. */
  readonly shown = $derived(this.lines.filter((line) => line.number > this.#silent).slice(-SHOWN));

  /** Adds a line; a calling effect does not depend on the lines. */
  say(line: string | Line): void {
    this.#add(lineOf(line), true);
  }

  /** Announces a message to the reader that is no event, such as a hint. */
  advise(text: string): void {
    this.#add(lineOf(text), false);
  }

  #add(line: Line, event: boolean): void {
    if (line.text) this.lines = [...untrack(() => this.lines), this.#numbered(line, event)].slice(-KEPT);
  }

  /** Restarts with lines that can be read but are not announced. */
  reset(lines: Line[] = []): void {
    this.lines = lines.filter(({ text }) => text).map((line) => this.#numbered(line, true));
    this.#silent = this.#next - 1;
  }

  #numbered(line: Line, event: boolean): Announcement {
    return { ...line, number: this.#next++, event };
  }
}

function lineOf(line: string | Line): Line {
  return typeof line === "string" ? { text: line, shown: line, begins: false } : line;
}

export const live = new Live();
