// Enter and Space that were meant for an element that is gone make no move.

/** Milliseconds in which a second press is a double press. */
const TWICE = 300;
const KEYS = ["Enter", " "];
/** What acts in the game: moves, cards and the end of the pause. */
const ACTS = "[data-table] :is([data-legal], [data-hand] button, [data-go-on])";

export class StrayKeys {
  private lastKey = "";
  private lastTime = 0;

  /** Stops a key that is held down, or pressed twice in a row, from acting in the game. */
  stop(event: KeyboardEvent): void {
    const { key, repeat, timeStamp, target } = event;
    const double = key === this.lastKey && timeStamp - this.lastTime < TWICE;
    this.lastKey = key;
    this.lastTime = timeStamp;
    if (!KEYS.includes(key) || !(repeat || double)) return;
    if (target instanceof Element && target.closest(ACTS)) event.preventDefault();
  }
}
