// Finds out that a connection is dead: asks one that has been quiet, and reports one that does not answer.

/** Milliseconds of silence after which a page asks; a hidden page saves its battery. */
export const QUIET = 4_000;
export const HIDDEN_QUIET = 30_000;
/** Milliseconds that the answer may take. */
export const ANSWER = 4_000;

/** A timer that ends later than this was held up: the page slept, or had much to do. */
const LATE = 1_000;

/**
 * Calls `done` after so many milliseconds; returns what cancels it. A page that was held up waits once more: what came
 * meanwhile has not been read yet.
 */
export function patiently(milliseconds: number, done: () => void, again = true): () => void {
  const due = Date.now() + milliseconds;
  let cancel = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    if (again && Date.now() - due > LATE) cancel = patiently(milliseconds, done, false);
    else done();
  }, milliseconds);
  return () => cancel();
}

export interface Watched {
  /** Sends the question; any message is an answer. */
  ask(): void;
  /** Called when no answer came; the heartbeat has stopped. */
  dead(): void;
}

export class Heartbeat {
  private heardAt = 0;
  private asked = false;
  private cancel: (() => void) | null = null;

  constructor(private readonly watched: Watched) {}

  /** Milliseconds since the last message; many, if the clock was set back. */
  get silence(): number {
    const silence = Date.now() - this.heardAt;
    return silence < 0 ? Infinity : silence;
  }

  start(): void {
    this.heard();
    this.wait();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
  }

  /** A message came. The timer keeps running: it looks at the silence when it ends. */
  heard(): void {
    this.heardAt = Date.now();
    this.asked = false;
  }

  /** Asks now, unless an answer is awaited already. */
  ask(): void {
    if (!this.cancel || this.asked) return;
    this.cancel();
    this.asked = true;
    this.watched.ask();
    this.cancel = patiently(ANSWER, () => this.answered());
  }

  /** Waits until the next question is due; pages that are hidden wait longer. */
  wait(): void {
    if (this.asked) return;
    this.cancel?.();
    const timer = setTimeout(() => this.quiet(), Math.max(0, this.limit - this.silence));
    this.cancel = () => clearTimeout(timer);
  }

  private get limit(): number {
    return document.visibilityState === "hidden" ? HIDDEN_QUIET : QUIET;
  }

  private quiet(): void {
    if (this.silence >= this.limit) this.ask();
    else this.wait();
  }

  private answered(): void {
    if (!this.asked) return this.quiet();
    this.stop();
    this.watched.dead();
  }
}
