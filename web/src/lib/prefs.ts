// What this browser's user likes. Kept here, shown on <html> as data attributes for the styles.
import { writable } from "svelte/store";

export interface Prefs {
  theme: "system" | "dark" | "light";
  fourColours: boolean;
  bigIndex: boolean;
  sound: boolean;
  /** Cards move; a browser that asks for less motion has the last word. */
  motion: boolean;
  /** A finished deal is shown alone until the reader goes on, or for some seconds. */
  pause: boolean;
}

const KEPT = "saleroom.prefs";
const DEFAULTS: Prefs = {
  theme: "system",
  fourColours: false,
  bigIndex: false,
  sound: false,
  motion: true,
  pause: true,
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

/** Show the preferences and keep them whenever they change. */
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
  // Another tab has changed one of them: a change of another one here must not undo it.
  addEventListener("storage", ({ key }) => key === KEPT && prefs.set(read()));
  for (const query of [bright, still]) query.addEventListener("change", () => show(now));
}

/** Whether things may move, by preference and by the system's. */
export function moves(): boolean {
  return document.documentElement.dataset.motion !== "off";
}

/** Whether the preferences are on the screen; any page may open them. */
export const prefsOpen = writable(false);
