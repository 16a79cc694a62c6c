// What the one live region of the table says, and the same lines kept so that they can be read again.

import { untrack } from "svelte";

const KEPT = 200;
/** So many lines stay in the live region; a screen reader is told only of those that are added. */
const SHOWN = 6;

export interface Line {
  number: number;
  text: string;
  /** Whether it is part of what happened, and not only said to the reader. */
  kept: boolean;
}

class Live {
  /** All that was announced, the oldest first. */
  lines = $state.raw<Line[]>([]);
  #next = 1;
  #silent = $state(0);
  /** The log: what happened, the oldest first. */
  readonly log = $derived(this.lines.filter((line) => line.kept));
  /** The lines in the region. */
  readonly shown = $derived(this.lines.filter((line) => line.number > this.#silent).slice(-SHOWN));

  /** Adds a line. Whoever says it does not listen, even where it is an effect. */
  say(text: string): void {
    this.#add(text, true);
  }

  /** Says something to the reader alone that is not part of what happened, such as a hint. */
  advise(text: string): void {
    this.#add(text, false);
  }

  #add(text: string, kept: boolean): void {
    if (text) this.lines = [...untrack(() => this.lines), { number: this.#next++, text, kept }].slice(-KEPT);
  }

  /** Starts over with lines that may be read, but that nobody needs to hear now. */
  reset(lines: string[] = []): void {
    this.lines = lines.filter(Boolean).map((text) => ({ number: this.#next++, text, kept: true }));
    this.#silent = this.#next - 1;
  }
}

export const live = new Live();
