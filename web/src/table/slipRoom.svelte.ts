// Whether a slip above the request to act leaves enough room on the felt.

/** Height in pixels below which the free middle of the felt is too low for a slip. */
const LEAST = 66;
/** Milliseconds after which the layout no longer changes. */
const SETTLED = 300;

export class SlipRoom {
  /** Height in pixels of the free middle of the felt; 0 until it is known. */
  middle = $state(0);
  readonly #layout: () => string;
  #crowded = $state("");

  /** `layout` names the phase of the game and the size of the window; for each of them the room is judged anew. */
  constructor(layout: () => string) {
    this.#layout = layout;
    $effect(() => {
      const layout = this.#layout();
      if (this.lacks || !this.middle || this.middle >= LEAST) return;
      const timer = setTimeout(() => (this.#crowded = layout), SETTLED);
      return () => clearTimeout(timer);
    });
  }

  /** Whether the felt has been too low with a slip; then the slip gives way until the layout changes. */
  get lacks(): boolean {
    return this.#crowded === this.#layout();
  }
}
