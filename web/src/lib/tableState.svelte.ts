// State of a table from its messages. It is never ahead of the server: a move appears once it is confirmed.
import type {
  Board,
  Happened,
  Hinted,
  Presence,
  Score,
  Reacted,
  ServerMessage,
  Snapshot,
  TableInfo,
  Ticking,
  Update,
  You,
} from "../wire";
import { DealEnd } from "./dealEnd.svelte";
import { t } from "./messages";
import { seatLabels } from "./names";
import { eventsOfDeal } from "./pause";
import { pieceName } from "./pieces";
import { Preselection, type PutBack } from "./preselection.svelte";
import { refusalText, type Refusal } from "./refusals";
import { remind } from "./remind";
import { connectTable, type Answer, type Command, type Connection, type DisconnectReason } from "./socket";
import { Voices } from "./voices.svelte";

const NOBODY: You = { seat: null, owner: false, asked: null, mine: null, may_undo: false, call: null };

/** Milliseconds after which a move without an answer is noticed. */
export const LATE = 2_000;

/** Events that take moves back, or ask for it. */
const TAKE_BACK = ["ask", "undo"];

/** One clear line about the reader's last attempt. */
export interface Notice {
  tone: "bad" | "plain";
  text: string;
  /** Whether it refuses an action of the game, and so belongs to the piece or button of that action. */
  ofAction?: boolean;
  /** The piece of the action, if the reader has not just clicked it. */
  piece?: string;
}

/** End of a clock in this browser's own time. */
export interface Running {
  seat: number;
  until: number;
}

/** Events after which what their seat said is no longer shown: its person is muted or has changed. */
const SILENCING: Happened["kind"][] = ["mute", "reseat", "leave", "remove"];

export interface Hooks {
  /** After a snapshot was applied; `rejoined` if the table was known before. */
  joined?(snapshot: Snapshot, rejoined: boolean): void;
  /** After an update was applied. */
  updated?(update: Update, before: You, was: Board | null): void;
  /** After a reaction of a seat. */
  reacted?(seat: number, what: Reacted["what"]): void;
  /** Whether a finished deal is to be shown alone for a while. */
  pauses?(): boolean;
  /** The fields of a game's board that give away the result of a deal before it is revealed; null for no reveal. */
  withholds?(game: string): string[] | null;
  /** After a piece that was chosen ahead went back to the hand; `text` says so. */
  putBack?(text: string): void;
}

export class TableState {
  readonly #hooks: Hooks;
  /** Why there is no connection; null if there is one. */
  disconnected = $state<DisconnectReason | null>("connecting");
  version = $state(0);
  build = $state("");
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>(NOBODY);
  board = $state.raw<Board | null>(null);
  /** Events of the deal so far. */
  dealEvents = $state.raw<string[]>([]);
  sheet = $state.raw<Score[]>([]);
  chat = $state.raw<Happened[]>([]);
  present = $state.raw<boolean[]>([]);
  watchers = $state(0);
  running = $state.raw<Running[]>([]);
  hint = $state.raw<Hinted | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Last refusal by the table, for bug reports. */
  lastRefused = $state<string | null>(null);
  /** Number of the reader's unanswered commands. */
  #waiting = $state(0);
  #confirmed = $state(0);
  /** Whether the reader's move has had no answer for `LATE` milliseconds. */
  #late = $state(false);
  /** What keeps the table from going on; the texts are `table.link.*`. */
  readonly trouble = $derived(this.disconnected ?? (this.#late ? "late" : null));

  readonly busy = $derived(this.#waiting > 0 || this.#confirmed > this.version);
  readonly names = $derived(this.table?.chairs.map((chair) => chair.name) ?? []);
  readonly myTurn = $derived(this.you.asked !== null && this.table?.status === "playing");
  readonly labels = $derived.by(() => {
    const chairs = this.table?.chairs ?? [];
    // People who pass one device round connect one after the other, and none of them is away.
    const present = this.table?.hot_seat ? chairs.map(() => true) : this.present;
    return seatLabels(chairs, present, this.you.seat);
  });

  readonly #voices = new Voices();
  /** What each seat says at the moment. */
  readonly speech = $derived(this.#voices.speech);
  /** Names of people whose chat and reactions the reader hides. */
  readonly hidden = $derived(this.#voices.hidden);

  readonly #dealEnd = new DealEnd({
    board: () => this.board,
    you: () => this.you,
    clockRuns: () => this.running.some(({ seat }) => seat === this.you.seat),
    pauses: () => this.#hooks.pauses?.() ?? false,
    withholds: (game) => this.#hooks.withholds?.(game) ?? null,
    show: (update) => this.#show(update),
    announce: (update) => this.#hooks.updated?.({ ...update, you: this.you }, this.you, null),
    resumed: (you) => {
      this.#setYou(you);
      this.#followAhead();
    },
  });
  /** Whether a finished deal is shown alone; later events appear once the reader continues. */
  readonly paused = $derived(this.#dealEnd.paused);
  /** When the pause ends, in milliseconds since 1970, and how long it is in all. */
  readonly countdown = $derived(this.#dealEnd.countdown);
  /** Whether the table shows how a deal was decided, and not yet its result. */
  readonly revealing = $derived(this.#dealEnd.revealing);

  /** Whether the reader may choose a piece now that is played on their turn. */
  readonly choosesAhead = $derived(!this.myTurn && this.#stretch() !== null);
  readonly #ahead = new Preselection({
    play: (action) => void this.act(action),
    putBack: (piece, why) => this.#putBack(piece, why),
    random: Math.random,
  });

  #connection: Connection | null = null;

  constructor(hooks: Hooks = {}) {
    this.#hooks = hooks;
  }

  /** Connects; returns a function that disconnects. */
  connect(url: string, token: () => Promise<string | null>): () => void {
    const connection = connectTable(url, token, {
      onMessage: (message) => this.#onMessage(message),
      onStatus: (reason) => {
        this.disconnected = reason;
        if (reason) this.#ahead.drop();
      },
    });
    this.#connection = connection;
    return () => {
      this.#dealEnd.stop();
      this.#ahead.clear();
      connection.close();
    };
  }

  /** Reconnects after the device has got another token. */
  reconnect(): void {
    this.#connection?.reconnect();
  }

  /** Sends a command, and shows a refusal in one line. */
  async send(command: Command): Promise<Answer | null> {
    if (!this.#connection) return null;
    if (command.type === "sit" && this.table) void remind(this.table);
    this.#waiting += 1;
    const answer = await this.#connection.send(command);
    this.#waiting -= 1;
    if (answer.type === "refused") this.#onRefused(answer, command.type === "act");
    else if (answer.type === "done") this.#confirmed = Math.max(this.#confirmed, answer.version);
    return answer;
  }

  async act(action: string): Promise<void> {
    const at = this.you.asked;
    this.#ahead.clear();
    if (at === null || this.busy) return;
    this.notice = null;
    const timer = setTimeout(() => (this.#late = true), LATE);
    await this.send({ type: "act", at, action });
    clearTimeout(timer);
    this.#late = false;
  }

  /** The piece that was chosen ahead. */
  get ahead(): string | null {
    return this.#ahead.piece;
  }

  /** Chooses a piece ahead, or puts the chosen one back; returns whether it is chosen now. */
  chooseAhead(piece: string): boolean {
    return this.#ahead.toggle(piece);
  }

  /** Explains why none of these is legal: in one sentence if one suffices. */
  async why(actions: string[]): Promise<void> {
    const answers = await Promise.all(actions.map((action) => this.send({ type: "why", action })));
    const texts = answers.map((answer) =>
      answer?.type === "because" && answer.text !== null
        ? refusalText({ ...answer, text: answer.text }, this.names)
        : "",
    );
    const text = [...new Set(texts)].filter(Boolean).join(" ");
    if (text) this.notice = { tone: "plain", text, ofAction: true };
  }

  /** Reports that the reader has seen the last event: bots stop waiting for them. */
  skip(): void {
    if (!this.myTurn && this.you.seat !== null) void this.#connection?.send({ type: "skip" });
  }

  async askHint(): Promise<void> {
    const at = this.you.asked;
    const answer = await this.send({ type: "hint" });
    if (answer?.type === "hinted" && at === this.you.asked) this.hint = answer;
  }

  /** Ends the pause. */
  resume(): void {
    this.#dealEnd.resume();
  }

  /** Extends the pause while the reader looks at the finished deal. */
  stay(): void {
    this.#dealEnd.stay();
  }

  /** Ends the reveal. */
  revealed(): void {
    this.#dealEnd.revealed();
  }

  /** Hides or shows the chat and the reactions of a person, only for the reader. */
  hide(name: string, on: boolean): void {
    if (on) this.#voices.silence(this.names.indexOf(name));
    this.#voices.hide(name, on);
  }

  #onMessage(message: ServerMessage): void {
    if (message.type === "snapshot") this.#onSnapshot(message);
    else if (message.type === "update") this.#onUpdate(message);
    else if (message.type === "presence") this.#setPresence(message);
    else if (message.type === "reacted") this.#onReacted(message);
    else if (message.type === "refused") this.#onRefused(message);
  }

  #onReacted({ seat, what }: Reacted): void {
    if (this.#voices.say(seat, this.names[seat] ?? "", { reaction: what })) this.#hooks.reacted?.(seat, what);
  }

  #onSnapshot(snapshot: Snapshot): void {
    const rejoined = this.version > 0;
    this.#dealEnd.drop();
    this.version = this.#confirmed = snapshot.version;
    this.build = snapshot.build;
    this.table = snapshot.table;
    this.board = snapshot.board;
    this.dealEvents = snapshot.events;
    this.sheet = snapshot.sheet;
    this.chat = snapshot.chat;
    this.#voices.clear(); // lines that were erased meanwhile are not shown again
    this.#setPresence(snapshot);
    this.#setYou(snapshot.you);
    this.#setClocks(snapshot.ticking);
    this.#ahead.drop();
    this.#followAhead();
    this.#hooks.joined?.(snapshot, rejoined);
  }

  #onUpdate(update: Update): void {
    if (this.paused && (update.sheet.length > 0 || update.anew || update.you.seat !== this.you.seat))
      this.resume();
    this.version = update.version;
    this.table = update.table ?? this.table;
    const { kind, seat, name, text } = update.what;
    if (kind === "say") this.chat = [...this.chat, update.what].slice(-200);
    if (kind === "say" && seat !== null) this.#voices.say(seat, name, { text });
    if (SILENCING.includes(kind) && seat !== null) this.#voices.silence(seat);
    this.#setClocks(update.ticking);
    this.#dealEnd.take(update);
    if (TAKE_BACK.includes(kind)) this.#ahead.drop();
    this.#followAhead();
  }

  /** Seat, deal and phase, while plays in it can be chosen ahead. */
  #stretch(): string | null {
    const { board, you, paused } = this;
    if (this.table?.status !== "playing" || paused || you.seat === null || !board?.plays) return null;
    return `${you.seat} ${board.deal} ${board.phase}`;
  }

  #followAhead(): void {
    const { hand = [], legal = [] } = this.you.mine ?? {};
    this.#ahead.follow({ stretch: this.#stretch(), verb: this.board?.plays ?? "", hand, legal });
  }

  #putBack(piece: string, why: PutBack): void {
    const text = t(`play.ahead.${why}`, { piece: pieceName(piece) });
    if (why === "illegal") this.notice = { tone: "plain", text, ofAction: true, piece };
    else this.#hooks.putBack?.(text);
  }

  #show(update: Update): void {
    const [before, was] = [this.you, this.board];
    this.sheet = [...this.sheet, ...update.sheet];
    this.board = update.board ?? this.board;
    const goesOn = !update.anew && was?.deal === this.board?.deal;
    this.dealEvents = goesOn ? [...this.dealEvents, ...update.events] : eventsOfDeal(update);
    this.#setYou(update.you);
    this.#hooks.updated?.(update, before, was);
  }

  #setYou(you: You): void {
    if (you.asked !== this.you.asked) {
      this.hint = null;
      if (this.notice?.tone === "plain" || this.notice?.ofAction) this.notice = null;
    }
    this.you = you;
  }

  #setClocks(ticking: Ticking[]): void {
    this.running = ticking.map(({ seat, left }) => ({ seat, until: Date.now() + left * 1000 }));
  }

  #setPresence({ present, watchers }: Pick<Presence, "present" | "watchers">): void {
    this.present = present;
    this.watchers = watchers;
  }

  #onRefused(refusal: Refusal, ofAction = false): void {
    this.lastRefused = refusal.text;
    this.notice = { tone: "bad", text: refusalText(refusal, this.names), ofAction };
  }
}
