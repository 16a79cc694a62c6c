// Finds dead connections: sends a ping after a silence, and reports a connection that does not answer.

/** Milliseconds of silence before a ping; hidden pages wait longer, to save the battery. */
export const QUIET = 4_000;
export const HIDDEN_QUIET = 30_000;
/** Milliseconds until the answer is overdue. */
export const ANSWER = 4_000;

/** A timer that is later than this was delayed: the page slept, or was busy. */
const LATE = 1_000;

/**
 * Calls `done` after that many milliseconds; returns a function that cancels it. A delayed page waits once more,
 * because it has not read messages that arrived meanwhile.
 */
export function timeout(milliseconds: number, done: () => void): () => void {
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
  /** Starts with a working connection. */
  start(): void;
  stop(): void;
  /** Notes a message; any message answers the ping. */
  onMessage(): void;
  /** Sends a ping, unless an answer is pending. */
  ping(): void;
  /** Restarts the wait after the page was shown or hidden. */
  restart(): void;
  /** Milliseconds since the last message, also if the clock was set back. */
  silence(): number;
}

/** Calls `ping` when the connection has been silent, and `onDead` when no message followed. */
export function heartbeat(ping: () => void, onDead: () => void): Heartbeat {
  let lastMessage = 0;
  let pinged = false;
  let cancel: (() => void) | null = null;

  const stop = () => {
    cancel?.();
    cancel = null;
  };
  // A message does not restart a timer; the timer checks the silence when it ends.
  const onMessage = () => {
    lastMessage = Date.now();
    pinged = false;
  };
  const silence = () => Math.abs(Date.now() - lastMessage);
  const left = () => (document.visibilityState === "hidden" ? HIDDEN_QUIET : QUIET) - silence();
  const pingNow = () => {
    if (!cancel || pinged) return;
    cancel();
    pinged = true;
    ping();
    cancel = timeout(ANSWER, () => {
      if (!pinged) return next();
      stop();
      onDead();
    });
  };
  const next = () => (left() > 0 ? restart() : pingNow());
  const restart = () => {
    if (pinged) return;
    cancel?.();
    const timer = setTimeout(next, Math.max(0, left()));
    cancel = () => clearTimeout(timer);
  };
  const start = () => {
    onMessage();
    restart();
  };
  return { start, stop, onMessage, ping: pingNow, restart, silence };
}
