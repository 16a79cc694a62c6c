// The tables that wait for the reader's move. Their number is shown in the page's title and on the app's icon.
import { derived, get, writable } from "svelte/store";
import { api } from "./api";
import { guestToken } from "./guest";
import { route } from "./router";

/** Milliseconds between two requests for the tables. */
const EVERY = 60_000;

/** Ids of the tables. */
export const awaiting = writable<string[]>([]);

/** Puts the number of tables in front of a page's title. */
export const titled = derived(
  awaiting,
  (tables) => (title: string) => (tables.length ? `(${tables.length}) ${title}` : title),
);

/** The table that is open in this page: its connection knows the turn sooner than the lists. */
let open: { id: string; waits: boolean } | null = null;

/** Stores the tables, as a list from the server says. */
export function setAwaiting(tables: string[]): void {
  const others = tables.filter((id) => id !== open?.id);
  awaiting.set(open?.waits ? [open.id, ...others] : others);
}

/** Stores whether the table that is open in this page waits; returns a function for when it is no longer open. */
export function noteOpenTable(id: string, waits: boolean): () => void {
  open = { id, waits };
  setAwaiting(get(awaiting));
  return () => (open = null);
}

async function look(): Promise<void> {
  if (!guestToken()) return;
  await api.turns().then(
    ({ tables }) => setAwaiting(tables),
    () => undefined,
  );
}

function showBadge(count: number): void {
  if (!navigator.setAppBadge) return;
  const done = count ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  done.catch(() => undefined); // not installed
}

/** Asks for the tables now and every minute, and keeps the number on the app's icon. */
export function startAwaiting(): void {
  awaiting.subscribe((tables) => showBadge(tables.length));
  if (get(route).page !== "lobby") void look(); // the lobby asks for its lists anyway
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", () => !document.hidden && void look());
}
