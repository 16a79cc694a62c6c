// A play that the reader chooses before their turn. It exists only in this page: the server hears nothing before the
// turn, and the delay after which the piece is played does not depend on the hand.

/** Milliseconds between the beginning of the turn and the play: at least, and at most that much more. */
export const DELAY = { least: 400, spread: 800 };

export interface Situation {
  /** Seat, deal and phase in which plays can be chosen ahead; null if none can be chosen. */
  stretch: string | null;
  /** Verb of these plays. */
  verb: string;
  hand: string[];
  /** The reader's legal actions; empty out of turn. */
  legal: string[];
}

/** Why a chosen piece went back to the hand without the reader's doing. */
export type PutBack = "illegal" | "ended";

export interface Hooks {
  play(action: string): void;
  putBack(piece: string, why: PutBack): void;
  /** Random number from 0 up to, but not including, 1. */
  random(): number;
}

export const NO_SITUATION: Situation = { stretch: null, verb: "", hand: [], legal: [] };

export class Preselection {
  readonly #hooks: Hooks;
  /** The chosen piece. */
  piece = $state<string | null>(null);
  #now: Situation = NO_SITUATION;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Chooses a piece, or puts the chosen one back; returns whether it is chosen now. */
  toggle(piece: string): boolean {
    const chosen = this.piece !== piece && this.#now.stretch !== null && this.#now.hand.includes(piece);
    this.clear();
    if (!chosen) return false;
    this.piece = piece;
    this.#wait();
    return true;
  }

  /** Forgets the piece without a report, because the reader acts or has put it back. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.piece = null;
  }

  /** Puts the piece back if there is one, such as after a take-back or without a connection. */
  drop(why: PutBack = "ended"): void {
    const { piece } = this;
    this.clear();
    if (piece !== null) this.#hooks.putBack(piece, why);
  }

  /** Follows the table: plays the piece on the reader's turn, and drops it once it can no longer be played. */
  follow(now: Situation): void {
    const changed = now.stretch !== this.#now.stretch;
    this.#now = now;
    if (this.piece === null) return;
    if (changed || !now.hand.includes(this.piece)) this.drop();
    else if (now.legal.length > 0) this.#turn(this.piece);
    else this.#stop();
  }

  #turn(piece: string): void {
    if (this.#ways(piece).length === 0) this.drop("illegal");
    else this.#wait();
  }

  /** Starts the delay if it is the reader's turn. */
  #wait(): void {
    if (this.#now.legal.length === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#play(), DELAY.least + DELAY.spread * this.#hooks.random());
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Plays the piece. If it can be played in several ways, it stays chosen until the reader picks one. */
  #play(): void {
    const [only, ...more] = this.piece === null ? [] : this.#ways(this.piece);
    if (only === undefined || more.length > 0) return;
    this.clear();
    this.#hooks.play(only);
  }

  #ways(piece: string): string[] {
    const words = `${this.#now.verb} ${piece}`;
    return this.#now.legal.filter((action) => action === words || action.startsWith(`${words} `));
  }
}
