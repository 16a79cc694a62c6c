// Announcements of the table's live region, kept so that they can be read again.

import { untrack } from "svelte";

const KEPT = 200;
/** Maximum number of lines in the live region; screen readers announce only added ones. */
const SHOWN = 6;

export interface Announcement {
  number: number;
  text: string;
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
  say(text: string): void {
    this.#add(text, true);
  }

  /** Announces a message to the reader that is no event, such as a hint. */
  advise(text: string): void {
    this.#add(text, false);
  }

  #add(text: string, event: boolean): void {
    if (text) this.lines = [...untrack(() => this.lines), { number: this.#next++, text, event }].slice(-KEPT);
  }

  /** Restarts with lines that can be read but are not announced. */
  reset(lines: string[] = []): void {
    this.lines = lines.filter(Boolean).map((text) => ({ number: this.#next++, text, event: true }));
    this.#silent = this.#next - 1;
  }
}

export const live = new Live();
