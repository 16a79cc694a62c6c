// The token of this browser's guest: the same in all its tabs.

const KEPT = "saleroom.guest";
/** Milliseconds after which a browser's tabs agree on what is stored. */
const AGREED = 100;

/** For a browser that stores nothing: the guest lasts as long as the page. */
let unstored: string | null = null;
let making: Promise<string> | null = null;

/** The token of this browser's guest, if there is one. Another tab may have stored it, or removed it. */
export function guestToken(): string | null {
  try {
    return localStorage.getItem(KEPT) ?? unstored;
  } catch {
    return unstored;
  }
}

/** The token of this browser's guest; `make` makes one if there is none, in one tab at a time. */
export function guestOr(make: () => Promise<string>): Promise<string> {
  const known = guestToken();
  if (known) return Promise.resolve(known);
  making ??= (navigator.locks ? inTurn(make) : atOnce(make)).finally(() => (making = null));
  return making;
}

async function inTurn(make: () => Promise<string>): Promise<string> {
  return navigator.locks.request(KEPT, async () => guestToken() ?? store(await make()));
}

/** A page that came over plain http has no locks: of several tokens, the tabs use the one that stays stored. */
async function atOnce(make: () => Promise<string>): Promise<string> {
  const made = await make();
  if (!guestToken()) store(made);
  await new Promise((resolve) => setTimeout(resolve, AGREED));
  return guestToken() ?? made;
}

function store(made: string): string {
  try {
    localStorage.setItem(KEPT, made);
  } catch {
    unstored = made;
  }
  return made;
}

/** Forgets the guest, who has been erased; the next act makes another. */
export function forgetGuest(): void {
  unstored = null;
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // It was not stored.
  }
}
