// Context of all parts of a table's picture: names of seats, the reader's actions, and their handlers.
import { getContext, setContext, type Snippet } from "svelte";
import { t } from "../lib/messages";
import { moveText } from "../lib/moves";
import type { Options } from "../lib/gameTexts";
import type { SeatLabel } from "../lib/names";
import type { Auction, Board, Mine } from "../wire";
import { callsIn, type Call } from "./bidHistory";
import type { Moment } from "./moments";
import type { Speech } from "../lib/speech";

/** A finished deal that is shown alone. */
export interface Pause {
  /** When it ends, in milliseconds since 1970, and how long it is in all. */
  until: number;
  length: number;
  resume: () => void;
  /** The reader views its score. */
  stay: () => void;
}

/** Choosing a piece that is played on the reader's turn. */
export interface Ahead {
  /** The chosen piece. */
  piece: string | null;
  /** Whether a piece may be chosen now. */
  open: boolean;
  /** Chooses a piece, or puts the chosen one back. */
  toggle: (piece: string) => void;
}

export interface TableProps {
  board: Board;
  /** The table's house rules; without them, explanations are about the usual ones. */
  options?: Options;
  seats: SeatLabel[];
  mine: Mine | null;
  mySeat: number | null;
  /** All hands, open, on the match page. */
  hands?: string[][] | undefined;
  act: (action: string) => void;
  /** Asks why none of these is legal. */
  why: (...actions: string[]) => void;
  /** An action to highlight. */
  hint?: string | null;
  busy?: boolean;
  /** Set while a finished deal is shown alone. */
  pause?: Pause | null;
  /** Whether the result of the deal is withheld, and what ends that. */
  revealing?: boolean;
  revealed?: () => void;
  /** The current moment over the table, and the number of skips. */
  moment?: Moment | null;
  skips?: number;
  /** Events of the deal so far. */
  events?: string[];
  /** What seats say at the moment, outside the auction. */
  speech?: Record<number, Speech>;
  onchat?: () => void;
  /** Choosing a piece before the turn; null where this is not offered. */
  ahead?: Ahead | null;
  /** Takes back the reader's sealed choice, while others have yet to make theirs. */
  takeBack?: (() => void) | null;
  /** Whether bars above the table, such as the clocks, take height from it. */
  hasBars?: boolean;
  /** Content next to a wide table while there is no score. */
  aside?: Snippet;
  /** The request to act, above the hand. */
  request?: Snippet | undefined;
}

export class Table {
  private readonly props: () => TableProps;
  private largest: { key: string; pieces: string[] } = { key: "", pieces: [] };

  /** Takes a getter of the properties, so that readers follow their changes. */
  constructor(props: () => TableProps) {
    this.props = props;
  }

  get board(): Board {
    return this.props().board;
  }
  get options(): Options {
    return this.props().options ?? {};
  }
  get seats(): SeatLabel[] {
    return this.props().seats;
  }
  get mine(): Mine | null {
    return this.props().mine;
  }
  get mySeat(): number | null {
    return this.props().mySeat;
  }
  get hands(): string[][] | null {
    return this.props().hands ?? null;
  }
  get hint(): string | null {
    return this.props().hint ?? null;
  }
  get busy(): boolean {
    return this.props().busy ?? false;
  }
  get hasBars(): boolean {
    return this.props().hasBars ?? false;
  }
  get pause(): Pause | null {
    return this.props().pause ?? null;
  }
  /** The running auction, if the game has one. */
  get auction(): Auction | null {
    const { auction } = this.board as Board & { auction?: Auction };
    return auction?.open ? auction : null;
  }
  /** Its calls so far, the oldest first. */
  get calls(): Call[] {
    return callsIn(this.props().events ?? [], this.auction?.calls ?? 0);
  }
  /** Seats that have called or may still call, clockwise from the dealer's left. */
  get callers(): number[] {
    const { auction } = this;
    const order = this.seats.map((_, step) => (this.board.dealer + 1 + step) % this.seats.length);
    return order.filter((seat) => auction?.to_speak.includes(seat) || auction?.said[seat]);
  }
  /** What a seat says at the moment. */
  speech(seat: number): Speech | null {
    return this.props().speech?.[seat] ?? null;
  }
  openChat(): void {
    this.props().onchat?.();
  }
  /** Whether the table shows how the deal was decided, and not yet its result. */
  get revealing(): boolean {
    return this.props().revealing ?? false;
  }
  /** The table has shown how the deal was decided. */
  revealed(): void {
    this.props().revealed?.();
  }
  /** The piece that the reader has chosen for their turn. */
  get ahead(): string | null {
    return this.props().ahead?.piece ?? null;
  }
  /** Whether a click on a piece of the hand chooses it for the reader's turn. */
  get choosesAhead(): boolean {
    return this.props().ahead?.open ?? false;
  }
  get moment(): Moment | null {
    return this.props().moment ?? null;
  }
  get skips(): number {
    return this.props().skips ?? 0;
  }
  get takeBack(): (() => void) | null {
    return this.props().takeBack ?? null;
  }
  get aside(): Snippet | undefined {
    return this.props().aside;
  }
  get request(): Snippet | undefined {
    return this.props().request;
  }
  get legal(): string[] {
    return this.mine?.legal ?? [];
  }
  /** The reader's largest hand so far in this deal. */
  get largestHand(): string[] {
    const [pieces, key] = [this.mine?.hand ?? [], `${this.board.deal} ${this.mySeat}`];
    if (key !== this.largest.key || pieces.length > this.largest.pieces.length)
      this.largest = { key, pieces };
    return this.largest.pieces;
  }
  /** Whether the reader may act now. */
  get myTurn(): boolean {
    return this.legal.length > 0 || !!this.mine?.bids;
  }
  /** The seat at the near side of the table. */
  get near(): number {
    return this.mySeat ?? 0;
  }

  /** A seat's name; the reader's own is "You". */
  name(seat: number): string {
    return seat === this.mySeat ? t("play.You") : (this.seats[seat]?.name ?? "");
  }

  /** The name within a sentence. */
  who(seat: number): string {
    return seat === this.mySeat ? t("play.you") : (this.seats[seat]?.name ?? "");
  }

  /** Call of a seat in an auction, in short: "pass", "3", "ten of clubs for hearts". */
  said(action: string): string {
    const names = this.seats.map(({ name }) => name);
    return moveText(this.board.game, action, names, "said");
  }

  /** The same in signs: "10♣ for ♥". */
  call(action: string): string {
    const names = this.seats.map(({ name }) => name);
    return moveText(this.board.game, action, names, "call");
  }

  /** Whether an action is legal, in any order of its cards. */
  can(action: string): boolean {
    const bid = /^bid (\d+)$/.exec(action);
    const bids = this.mine?.bids;
    if (bid && bids && Number(bid[1]) >= bids.low && Number(bid[1]) <= bids.high) return true;
    return this.legal.some((words) => sameAction(words, action));
  }

  /** Whether a legal action begins with these words. */
  canBegin(words: string): boolean {
    return this.legal.some((action) => action === words || action.startsWith(words + " "));
  }

  /** Carries out a legal action; otherwise asks why it is not legal. */
  attempt(action: string): void {
    if (this.busy) return;
    if (this.can(action)) this.props().act(action);
    else this.props().why(action);
  }

  /** Chooses a piece for the reader's turn, or puts the chosen one back; returns false if the click means a play. */
  aheadTakes(piece: string): boolean {
    const { ahead } = this.props();
    if (!ahead || !(ahead.open || ahead.piece === piece)) return false;
    ahead.toggle(piece);
    return true;
  }

  why(...actions: string[]): void {
    this.props().why(...actions);
  }

  /** Whether the hint points at this action. */
  hinted(action: string): boolean {
    return this.hint !== null && sameAction(this.hint, action);
  }

  /** Whether the hint names this card or tile. */
  hintNames(piece: string): boolean {
    return this.hint?.split(" ").includes(piece) ?? false;
  }
}

/** Actions that name the same pieces are equal. */
export function sameAction(one: string, other: string): boolean {
  return one === other || (one.length === other.length && sorted(one) === sorted(other));
}

function sorted(action: string): string {
  const [verb, ...pieces] = action.split(" ");
  return [verb, ...pieces.sort()].join(" ");
}

const KEY = Symbol("table");

export function setTable(table: Table): void {
  setContext(KEY, table);
}

export function getTable(): Table {
  return getContext<Table>(KEY);
}
