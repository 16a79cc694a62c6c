// Shows moments one after the other. Anything newer takes the place of what is still being shown.
import { moves } from "../lib/prefs";
import { play } from "../lib/sound";
import type { TableInfo } from "../wire";
import { lengthOf, type Moment } from "./moments";

export class MomentPlayer {
  /** What is shown now. */
  now = $state.raw<Moment | null>(null);
  /** How often somebody has had enough. */
  skips = $state(0);
  private queue: Moment[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pace: () => TableInfo["pace"]) {}

  /** Shows these; where nothing is to move, the table is already what they lead to. */
  show(moments: Moment[]): void {
    if (!moments.length) return;
    for (const { sound } of moments) if (sound) play(sound);
    if (!moves()) return;
    this.queue = [...moments];
    this.next();
  }

  /** Goes on with the table as it is; whether there was anything to skip. */
  skip(): boolean {
    if (!this.now) return false;
    this.queue = [];
    this.skips += 1;
    this.next();
    return true;
  }

  /** Something of more weight has happened. */
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
