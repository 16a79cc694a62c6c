// Preferences of this browser's user, stored here, and set on <html> as data attributes for the styles.
import { writable } from "svelte/store";

export interface Prefs {
  theme: "system" | "dark" | "light";
  fourColours: boolean;
  bigIndex: boolean;
  sound: boolean;
  /** Whether the user has decided about sound. */
  soundDecided: boolean;
  /** Games whose goal the user has read and put away. */
  goalsRead: readonly string[];
  /** Whether cards move, unless the browser requests less motion. */
  motion: boolean;
  /** Whether a finished deal is shown alone until the reader continues, or for some seconds. */
  pause: boolean;
  /** Whether this browser is notified of the reader's turns; null if they were never asked. */
  turns: boolean | null;
}

const KEPT = "saleroom.prefs";
const DEFAULTS: Prefs = {
  theme: "system",
  fourColours: false,
  bigIndex: false,
  sound: false,
  soundDecided: false,
  goalsRead: [],
  motion: true,
  pause: true,
  turns: null,
};
const bright = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export const prefs = writable<Prefs>(read());

function read(): Prefs {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Prefs>) };
  } catch {
    return { ...DEFAULTS };
  }
}

function show(now: Prefs): void {
  const { dataset } = document.documentElement;
  dataset.theme = now.theme === "system" ? (bright.matches ? "light" : "dark") : now.theme;
  dataset.deck = now.fourColours ? "four" : "two";
  dataset.index = now.bigIndex ? "big" : "plain";
  dataset.motion = now.motion && !still.matches ? "on" : "off";
  const room = getComputedStyle(document.documentElement).getPropertyValue("--room").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", room);
}

/** Applies the preferences and stores every change. */
export function startPrefs(): void {
  let now = read();
  prefs.subscribe((changed) => {
    now = changed;
    show(changed);
    try {
      localStorage.setItem(KEPT, JSON.stringify(changed));
    } catch {
      // They last as long as the page.
    }
  });
  // Another tab has changed a preference; a later change here must not undo it.
  addEventListener("storage", ({ key }) => key === KEPT && prefs.set(read()));
  for (const query of [bright, still]) query.addEventListener("change", () => show(now));
}

/** Whether animations are allowed, by preference and by the system. */
export function moves(): boolean {
  return document.documentElement.dataset.motion !== "off";
}

/** Whether the preferences are open; any page may open them. */
export const prefsOpen = writable(false);
