// The end of a deal: how it was decided, then its result, and the next deal only after a pause.
import type { Board, Update, You } from "../wire";
import { afterSettlement, beforeResult, ofSettlement, PAUSE, READING, result, REVEAL } from "./pause";

/** The table whose updates are shown one after the other. */
export interface Stage {
  board(): Board | null;
  you(): You;
  /** Whether the reader's own clock runs. */
  clockRuns(): boolean;
  /** `pauses` and `withholds` are those of the table's `Hooks`. */
  pauses(): boolean;
  withholds(game: string): string[] | null;
  show(update: Update): void;
  /** Announces an event that is no move, such as a line of chat during the pause. */
  announce(update: Update): void;
  /** Sets the reader's newest state after the pause and its delayed updates. */
  resumed(you: You): void;
}

export class DealEnd {
  readonly #stage: Stage;
  /** Whether a finished deal is shown alone; later events appear once the reader continues. */
  paused = $state(false);
  /** When the pause ends, in milliseconds since 1970, and how long it is in all. */
  countdown = $state.raw({ until: 0, length: 0 });
  /** Whether the table shows how a deal was decided, and not yet its result. */
  revealing = $state(false);
  /** Updates since the pause began: moves, and the reader's own state. */
  #later: Update[] = [];
  #latestYou: You | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The update with the result that is not shown yet. */
  #result: Update | null = null;
  #reveal: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Shows an update now or after the pause. */
  take(update: Update): void {
    if (this.paused) this.#delay(update);
    else if (update.settled && this.#stage.pauses()) this.#pause(update);
    else this.#decide(update);
  }

  /** Ends the pause: shows and announces all later events. */
  resume(): void {
    if (!this.paused) return;
    this.revealed();
    clearTimeout(this.#timer);
    this.paused = false;
    const [later, now] = [this.#later, this.#latestYou];
    this.#later = [];
    for (const update of later) this.#stage.show(update);
    if (now) this.#stage.resumed(now);
  }

  /** Extends the pause while the reader looks at the finished deal, unless their own clock runs. */
  stay(): void {
    if (this.paused && !this.#stage.clockRuns()) this.#wait(READING);
  }

  /** Ends the reveal: shows and announces the result. */
  revealed(): void {
    clearTimeout(this.#reveal);
    this.revealing = false;
    const update = this.#result;
    this.#result = null;
    if (update) this.#stage.show({ ...update, you: this.#stage.you() });
  }

  /** Forgets all updates that are not shown yet, because a snapshot follows. */
  drop(): void {
    this.stop();
    [this.paused, this.#later] = [false, []];
    [this.revealing, this.#result] = [false, null];
  }

  /** Stops the clocks of the pause and of the reveal. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#reveal);
  }

  /** Shows an update; the result of a deal that has just ended appears only after its reveal. */
  #decide(update: Update): void {
    if (update.board) this.revealed();
    const board = this.#stage.board();
    const fields = board && this.#stage.withholds(board.game);
    const ends = update.sheet.length > 0 && update.board?.phase === "deal" && !update.anew;
    if (!fields || !ends) return this.#stage.show(update);
    this.revealing = true;
    this.#result = result(update);
    this.#stage.show(beforeResult(update, board, fields));
    this.#reveal = setTimeout(() => this.revealed(), REVEAL);
  }

  /** Shows the finished deal of an update, and delays the next one. */
  #pause(update: Update): void {
    this.#decide(ofSettlement(update));
    this.#later = [afterSettlement(update)];
    this.#latestYou = update.you;
    this.paused = true;
    this.#wait(this.#stage.clockRuns() ? PAUSE / 2 : PAUSE);
  }

  /** Delays a move; other events, such as a line of chat, are shown at once. */
  #delay(update: Update): void {
    this.#latestYou = update.you;
    if (update.board) this.#later.push(update);
    else this.#stage.announce(update);
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.countdown = { until: Date.now() + milliseconds, length: milliseconds };
    this.#timer = setTimeout(() => this.resume(), milliseconds);
  }
}
