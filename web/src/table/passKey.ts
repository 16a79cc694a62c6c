// The pass key: a first press asks for a second one, which passes.

/** Milliseconds after the first press in which a second one counts: not at once, by mistake, and not much later. */
export const SOONEST = 300;
export const LATEST = 4_000;

export interface PassHooks {
  /** After the first press. */
  ask: () => void;
  /** No second press has followed in time. */
  lapse: () => void;
  pass: () => void;
}

export class PassKey {
  /** The turn of the first press, and its time. */
  private first: { turn: number; time: number } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hooks: PassHooks) {}

  /** Takes a press in the turn that began at version `turn`; null if passing is not legal now. */
  press(turn: number | null): void {
    const { first } = this;
    if (turn === null) return;
    if (first?.turn !== turn) this.ask(turn);
    else if (Date.now() - first.time >= SOONEST) {
      this.stop();
      this.hooks.pass();
    }
  }

  /** Forgets the first press. */
  stop(): void {
    clearTimeout(this.timer);
    this.first = null;
  }

  private ask(turn: number): void {
    this.stop();
    this.first = { turn, time: Date.now() };
    this.timer = setTimeout(() => {
      this.stop();
      this.hooks.lapse();
    }, LATEST);
    this.hooks.ask();
  }
}
