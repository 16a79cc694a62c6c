// The token of this browser's guest: the same in all its tabs.
//
// Tabs are processes. What one of them writes into `localStorage` reaches the others later, even if they write under a
// lock of the browser. IndexedDB transactions run one after the other across tabs. So IndexedDB decides which of several
// tokens is the first; `localStorage` keeps that one where a page can read it at once.

import { del, update } from "idb-keyval";

const KEPT = "saleroom.guest";

/** For browsers without storage: the guest lasts as long as the page. */
let unstored: string | null = null;
let making: Promise<string> | null = null;

/** The token of this browser's guest, if there is one. Another tab may have stored or removed it. */
export function guestToken(): string | null {
  try {
    return localStorage.getItem(KEPT) ?? unstored;
  } catch {
    return unstored;
  }
}

/**
 * The token of this browser's guest; `make` creates one if there is none. If several tabs create one, the first counts.
 */
export function guestOr(make: () => Promise<string>): Promise<string> {
  const known = guestToken();
  if (known) return Promise.resolve(known);
  making ??= make()
    .then(first)
    .then(store)
    .finally(() => (making = null));
  return making;
}

/** The token that this browser's tabs agree on: `made`, or an earlier one of another tab. */
async function first(made: string): Promise<string> {
  let token = made;
  try {
    await update<string>(KEPT, (earlier) => (token = earlier ?? made));
  } catch {
    return guestToken() ?? made; // This browser has no database.
  }
  return token;
}

function store(token: string): string {
  try {
    localStorage.setItem(KEPT, token);
  } catch {
    unstored = token;
  }
  return token;
}

/** Forgets the guest after an erasure; the next action creates another. */
export async function forgetGuest(): Promise<void> {
  unstored = null;
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // It was not stored.
  }
  try {
    await del(KEPT);
  } catch {
    // This browser has no database.
  }
}
