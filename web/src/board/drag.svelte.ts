// Dragging a piece of the hand to the table with a mouse, a finger or a pen. Places that accept pieces have the
// attribute `data-drop`.

/** Distance in pixels below which a pressed piece counts as tapped. */
const TAP = 8;

interface Pressed {
  pointer: number;
  piece: string;
  button: HTMLElement;
  x: number;
  y: number;
}

export interface Shift {
  x: number;
  y: number;
}

export class Drag {
  readonly #drop: (piece: string, place: string) => boolean;
  /** The dragged piece, or the dropped one until the table has answered. */
  piece = $state<string | null>(null);
  /** Distance of the piece from its place in the hand. */
  shift = $state.raw<Shift>({ x: 0, y: 0 });
  /** Whether the pointer still holds the piece. */
  held = $state(false);
  #pressed: Pressed | null = null;
  #listening = new AbortController();

  /** `drop` receives a piece and the name of its place, and returns whether the piece waits there for an answer. */
  constructor(drop: (piece: string, place: string) => boolean) {
    this.#drop = drop;
  }

  /** Begins to follow a pointer that presses a piece. */
  press(event: PointerEvent, piece: string, button: HTMLElement): void {
    if (this.#pressed || !event.isPrimary || event.button !== 0) return;
    this.#pressed = { pointer: event.pointerId, piece, button, x: event.clientX, y: event.clientY };
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const mine = (does: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === this.#pressed?.pointer) does(event);
    };
    addEventListener("pointermove", mine(this.#move), { signal });
    // Otherwise a piece that is thrown counts as a fling, and Chromium uses the next tap to stop it. Two fingers zoom.
    const hold = (moved: TouchEvent): void => {
      if (moved.touches.length === 1) moved.preventDefault();
    };
    addEventListener("touchmove", hold, { signal, passive: false });
    addEventListener("pointerup", mine(this.#release), { signal });
    addEventListener("pointercancel", mine(this.cancel), { signal });
    addEventListener("keydown", this.#escape, { signal, capture: true });
  }

  /** Ends the drag; the piece returns to the hand. */
  cancel = (): void => {
    if (this.held) swallowClick();
    this.#end();
    this.settle();
  };

  /** Returns a dropped piece to its place in the hand. */
  settle(): void {
    if (this.held) return;
    this.piece = null;
    this.shift = { x: 0, y: 0 };
  }

  #move = (event: PointerEvent): void => {
    const { piece, button, x, y } = this.#pressed!;
    const shift = { x: event.clientX - x, y: event.clientY - y };
    if (!this.held && Math.hypot(shift.x, shift.y) < TAP) return;
    if (!this.held) button.setPointerCapture(event.pointerId);
    [this.held, this.piece, this.shift] = [true, piece, shift];
    mark(button, placeAt(event, button) === null ? "on" : "over");
  };

  #release = (event: PointerEvent): void => {
    const { piece, button } = this.#pressed!;
    const place = this.held ? placeAt(event, button) : null;
    if (this.held) swallowClick();
    this.#end();
    if (place === null || !this.#drop(piece, place)) this.settle();
  };

  #escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.held) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  };

  #end(): void {
    this.#listening.abort();
    if (this.#pressed) mark(this.#pressed.button, null);
    this.#pressed = null;
    this.held = false;
  }
}

/** Stops the click that the browser reports when the pointer of a drag is released, until a pointer is next pressed. */
function swallowClick(): void {
  const pressed = new AbortController();
  const options = { capture: true, signal: pressed.signal };
  const stop = (event: MouseEvent): void => {
    if (event.detail > 0) event.stopPropagation(); // a key clicks with detail 0
  };
  addEventListener("click", stop, options);
  addEventListener("pointerdown", () => pressed.abort(), options);
}

/** Name of the topmost place below the pointer that accepts pieces; null if there is none. */
function placeAt({ clientX, clientY }: PointerEvent, button: HTMLElement): string | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const place = button.contains(element) ? null : element.closest<HTMLElement>("[data-drop]");
    if (place) return place.dataset.drop ?? "";
  }
  return null;
}

/** Shows on the table that it accepts the piece, and whether the piece is over it. */
function mark(button: HTMLElement, state: "on" | "over" | null): void {
  const table = button.closest<HTMLElement>("[data-table]");
  if (state) table?.setAttribute("data-dragging", state);
  else table?.removeAttribute("data-dragging");
}
