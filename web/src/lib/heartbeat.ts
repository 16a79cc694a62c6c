// Finds out that a connection is dead: asks one that has been quiet, and reports one that does not answer.

/** Milliseconds of silence after which a page asks; a hidden page saves its battery. */
export const QUIET = 4_000;
export const HIDDEN_QUIET = 30_000;
/** Milliseconds that the answer may take. */
export const ANSWER = 4_000;

export interface Watched {
  /** Sends the question; any message is an answer. */
  ask(): void;
  /** Called when no answer came; the heartbeat has stopped. */
  dead(): void;
}

export class Heartbeat {
  private heardAt = 0;
  private askedAt: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly watched: Watched) {}

  /** Milliseconds since the last message. */
  get silence(): number {
    return Date.now() - this.heardAt;
  }

  start(): void {
    this.heard();
    this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** A message came. The timer keeps running: it compares the times when it ends. */
  heard(): void {
    this.heardAt = Date.now();
    this.askedAt = null;
  }

  /** Asks now, unless an answer is awaited already. */
  ask(): void {
    if (this.timer === undefined || this.askedAt !== null) return;
    this.askedAt = Date.now();
    this.watched.ask();
    this.wait();
  }

  /** Waits until the next question is due, or the answer to the last. */
  wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ended(), Math.max(0, this.left));
  }

  /** Milliseconds left to wait. A clock that was set back counts as a wait that is over. */
  private get left(): number {
    const quiet = document.visibilityState === "hidden" ? HIDDEN_QUIET : QUIET;
    const [since, most] = this.askedAt === null ? [this.heardAt, quiet] : [this.askedAt, ANSWER];
    const waited = Date.now() - since;
    return waited < 0 ? 0 : most - waited;
  }

  private ended(): void {
    if (this.left > 0) this.wait();
    else if (this.askedAt === null) this.ask();
    else {
      this.stop();
      this.watched.dead();
    }
  }
}
