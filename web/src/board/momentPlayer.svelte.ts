// Shows moments one after the other. A newer one replaces the current one.
import { moves } from "../lib/prefs";
import { play } from "../lib/sound";
import type { TableInfo } from "../wire";
import { lengthOf, type Moment } from "./moments";

export class MomentPlayer {
  /** The current moment. */
  now = $state.raw<Moment | null>(null);
  /** Number of skips by the reader. */
  skips = $state(0);
  private queue: Moment[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pace: () => TableInfo["pace"]) {}

  /** Shows these moments; without animations, the table already shows their outcome. */
  show(moments: Moment[]): void {
    if (!moments.length) return;
    for (const { sound } of moments) if (sound) play(sound);
    if (!moves()) return;
    this.queue = [...moments];
    this.next();
  }

  /** Ends the current moment; returns whether there was one. */
  skip(): boolean {
    if (!this.now) return false;
    this.queue = [];
    this.skips += 1;
    this.next();
    return true;
  }

  /** Removes all moments for a more important event. */
  clear(): void {
    this.queue = [];
    this.next();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private next(): void {
    clearTimeout(this.timer);
    this.now = this.queue.shift() ?? null;
    if (this.now) this.timer = setTimeout(() => this.next(), lengthOf(this.now, this.pace()));
  }
}
