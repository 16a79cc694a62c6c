// Focus within the table: when an element disappears, its neighbour gets the focus.

interface Held {
  list: Element | null;
  at: number;
  /** Whether the focus was on the button that ends the pause. */
  resumes: boolean;
}

const GO_ON = "[data-go-on]";
const ACTS =
  "[data-legal], [data-roving] [tabindex='0'], button:not([aria-disabled='true'], [data-term], [data-request] *, [data-slip] *)";

/** The focused element within the table before a change; null if there is none. */
export function holdFocus(root: HTMLElement): Held | null {
  const now = document.activeElement;
  if (!now || now === root || !root.contains(now)) return null;
  const list = now.closest("[data-roving]");
  const resumes = now.matches(GO_ON);
  return { resumes, list, at: list ? buttonsOf(list).indexOf(now as HTMLElement) : -1 };
}

/**
 * After the change: if the focus was lost, move it to the neighbour, else to an available action, else to the table.
 * The end of a pause never leads to an action: a second press of the key would make a move.
 */
export function giveFocus(root: HTMLElement, held: Held | null): void {
  const now = document.activeElement;
  if (!held || (now && now !== document.body && now.isConnected)) return;
  const row = held.list?.isConnected ? buttonsOf(held.list) : [];
  const next =
    row[Math.min(Math.max(held.at, 0), row.length - 1)] ??
    root.querySelector<HTMLElement>(GO_ON) ??
    (held.resumes ? null : firstVisible(root, ACTS)) ??
    root;
  next.focus({ preventScroll: true });
}

/** A hidden element, such as the button of an open slip, cannot have the focus. */
function firstVisible(root: HTMLElement, selector: string): HTMLElement | undefined {
  return Array.from(root.querySelectorAll<HTMLElement>(selector)).find(({ offsetParent }) => offsetParent);
}

export function buttonsOf(list: Element): HTMLElement[] {
  return Array.from(list.querySelectorAll<HTMLElement>("button"));
}

/** Index to which an arrow key leads in a list of `count` items in `columns` columns; null for other keys. */
export function step(key: string, at: number, count: number, columns: number): number | null {
  const rows = columns < count ? columns : 0;
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - rows,
    ArrowDown: at + rows,
    Home: 0,
    End: count - 1,
  };
  const numbered = /^[0-9]$/.test(key) ? (Number(key) + 9) % 10 : undefined;
  const next = moves[key] ?? numbered;
  if (next === undefined || (numbered !== undefined && numbered >= count)) return null;
  return Math.min(Math.max(next, 0), count - 1);
}
