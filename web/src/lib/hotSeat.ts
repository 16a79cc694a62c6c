// A device that people pass round: the tokens of their seats, by table. Only this browser stores them.
import type { TableState } from "./tableState.svelte";

const KEPT = "saleroom.hotSeat";
/** Maximum number of tables; the oldest are forgotten. */
const TABLES = 20;

/** The token at each seat; null for bots. */
export type SeatTokens = (string | null)[];
/** Table and its tokens, the oldest first. */
type Stored = [table: string, tokens: SeatTokens][];

/** For browsers without storage: the tokens last as long as the page. */
let unstored: Stored = [];

/** Who holds the device at a table. */
export interface Hold {
  /** Seat of the person who has said that they hold the device; null between turns, when the page only watches. */
  seat: number | null;
  /** Token with which the page connects now. */
  token: () => Promise<string>;
  /** Shows the hand of a seat. */
  take: (seat: number) => void;
  /** Withdraws the hand. */
  handOver: () => void;
}

function read(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as Stored;
  } catch {
    return unstored;
  }
}

/** The tokens of a table's seats; null if people pass no device round there, or another one. */
export function seatTokens(table: string): SeatTokens | null {
  return read().find(([id]) => id === table)?.[1] ?? null;
}

export function keepSeatTokens(table: string, tokens: SeatTokens): void {
  unstored = [...read().filter(([id]) => id !== table), [table, tokens] as Stored[number]].slice(-TABLES);
  try {
    localStorage.setItem(KEPT, JSON.stringify(unstored));
  } catch {
    // They last as long as the page.
  }
}

/** Forgets all tokens after an erasure. */
export function forgetSeatTokens(): void {
  unstored = [];
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // They were not stored.
  }
}

/** Seats of the people for whom the table waits: first those who have to answer a request to take moves back. */
export function awaitedSeats({ table, board }: Pick<TableState, "table" | "board">): number[] {
  if (table?.status !== "playing") return [];
  const seats = table.taking_back ? table.taking_back.waits_for : (board?.acting ?? []);
  return seats.filter((seat) => table.chairs[seat]?.kind === "human");
}
