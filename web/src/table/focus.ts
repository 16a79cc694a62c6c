// Focus is never lost: a move removes its own button, and the focus moves to the next sensible element.

const FREE = ":not(:disabled):not([aria-disabled='true'])";
/** What a player may read or answer, but is no action of the game. */
const ASIDE = "[data-request], [data-term], [data-slip]";
const ACTS = `button${FREE}, input${FREE}, select${FREE}`;

function firstAct(surface: HTMLElement): HTMLElement | null {
  const seen = (element: HTMLElement): boolean => element.offsetParent !== null && !element.closest(ASIDE);
  const lit = Array.from(surface.querySelectorAll<HTMLElement>("[data-legal]")).find(seen);
  const resume = surface.querySelector<HTMLElement>("[data-go-on]");
  return resume ?? lit ?? Array.from(surface.querySelectorAll<HTMLElement>(ACTS)).find(seen) ?? null;
}

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.matches(":focus-visible")) element.scrollIntoView({ block: "nearest" });
}

/** Moves the focus to the first available action on the table, else to the status line. */
export function goToAct(surface: HTMLElement, status: HTMLElement): void {
  focus(firstAct(surface) ?? status);
}

/** Keeps the focus after the reader's own move, until it is their turn again or they move it. */
export class Parking {
  private at: Element | null = null;
  private paused = false;
  /** Whether the focus stays on the status line since a pause ended: the key that ended it must make no move. */
  private rests = false;

  /** After a change: moves a lost or waiting focus to its next place. */
  settle(surface: HTMLElement, status: HTMLElement, myTurn: boolean, paused: boolean): void {
    const now = document.activeElement;
    const lost = !now || now === document.body || now.matches(":disabled, [aria-disabled='true']");
    const waits = now === this.at && !now?.hasAttribute("data-legal");
    const resumed = this.paused && !paused;
    this.paused = paused;
    if (resumed) this.rests = lost || waits || !!now?.matches("[data-table]");
    if (this.rests && resumed) focus(status);
    else if ((myTurn && (lost || waits)) || (lost && surface.querySelector("[data-go-on]")))
      goToAct(surface, status);
    else if (lost) focus(status);
    this.rests &&= document.activeElement === status;
    this.at = myTurn || this.rests ? null : document.activeElement;
  }
}
