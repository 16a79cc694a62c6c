// Focus that is never lost: a move takes its own button away, and the focus goes on to the next sensible thing.

const FREE = ":not(:disabled):not([aria-disabled='true'])";
const ACTS = `button${FREE}, input${FREE}, select${FREE}`;

function firstAct(surface: HTMLElement): HTMLElement | null {
  const seen = (element: HTMLElement): boolean => element.offsetParent !== null;
  const lit = Array.from(surface.querySelectorAll<HTMLElement>("[data-legal]")).find(seen);
  const goOn = surface.querySelector<HTMLElement>("[data-go-on]");
  return goOn ?? lit ?? Array.from(surface.querySelectorAll<HTMLElement>(ACTS)).find(seen) ?? null;
}

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.matches(":focus-visible")) element.scrollIntoView({ block: "nearest" });
}

/** To the first thing on the table that may be done now, else to the status line. */
export function goToAct(surface: HTMLElement, status: HTMLElement): void {
  focus(firstAct(surface) ?? status);
}

/** Where the focus waits after the reader's own move, until it is their turn again or they move it. */
export class Parking {
  private at: Element | null = null;

  /** After a change: gives a focus that was lost, or that waits, its next place. */
  settle(surface: HTMLElement, status: HTMLElement, myTurn: boolean): void {
    const now = document.activeElement;
    const lost = !now || now === document.body || now.matches(":disabled, [aria-disabled='true']");
    const waits = now === this.at && !now?.hasAttribute("data-legal");
    if ((myTurn && (lost || waits)) || (lost && surface.querySelector("[data-go-on]")))
      goToAct(surface, status);
    else if (lost) focus(status);
    this.at = myTurn ? null : document.activeElement;
  }
}
