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
export function patiently(milliseconds: number, done: () => void): () => void {
  let due = Date.now() + milliseconds;
  const ended = () => {
    if (Date.now() - due < LATE) return done();
    due = Infinity;
    timer = setTimeout(ended, milliseconds);
  };
  let timer = setTimeout(ended, milliseconds);
  return () => clearTimeout(timer);
}

export interface Heartbeat {
  /** The connection works from now on. */
  start(): void;
  stop(): void;
  /** A message came; it answers the question, whatever it is. */
  heard(): void;
  /** Asks now, unless an answer is awaited already. */
  ask(): void;
  /** The page was shown or hidden: waits until the next question is due. */
  wait(): void;
  /** Milliseconds since the last message, also if the clock was set back. */
  silence(): number;
}

/** Calls `ask` when the connection has been quiet, and `dead` when no message came then. */
export function heartbeat(ask: () => void, dead: () => void): Heartbeat {
  let heardAt = 0;
  let asked = false;
  let cancel: (() => void) | null = null;

  const stop = () => {
    cancel?.();
    cancel = null;
  };
  // A timer keeps running when a message comes: it looks at the silence when it ends.
  const heard = () => {
    heardAt = Date.now();
    asked = false;
  };
  const silence = () => Math.abs(Date.now() - heardAt);
  const left = () => (document.visibilityState === "hidden" ? HIDDEN_QUIET : QUIET) - silence();
  const askNow = () => {
    if (!cancel || asked) return;
    cancel();
    asked = true;
    ask();
    cancel = patiently(ANSWER, () => {
      if (!asked) return next();
      stop();
      dead();
    });
  };
  const next = () => (left() > 0 ? wait() : askNow());
  const wait = () => {
    if (asked) return;
    cancel?.();
    const timer = setTimeout(next, Math.max(0, left()));
    cancel = () => clearTimeout(timer);
  };
  const start = () => {
    heard();
    wait();
  };
  return { start, stop, heard, ask: askNow, wait, silence };
}
