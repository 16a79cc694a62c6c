// How pieces move: a piece flies from where it was last seen, or from a spot of the table such as a seat or the stock.
import type { TransitionConfig } from "svelte/transition";
import { cubicOut } from "svelte/easing";
import { moves } from "../lib/prefs";

/** Where each piece on the screen was before the last change. */
let seen = new Map<string, DOMRect>();

/** Notes where every piece is; to be called before the table changes. */
export function remember(root: Element): void {
  seen = new Map();
  for (const node of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const piece = node.dataset.piece!;
    if (!seen.has(piece)) seen.set(piece, node.getBoundingClientRect());
  }
}

/** How long a move takes, in milliseconds; none where nothing is to move. */
export function moveTime(): number {
  if (!moves() || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const time = getComputedStyle(document.documentElement).getPropertyValue("--move").trim();
  return time.endsWith("ms") ? parseFloat(time) : parseFloat(time) * 1000 || 0;
}

interface Arrival {
  piece?: string | undefined;
  /** The spot that it comes from where it was not seen before. */
  from?: string | undefined;
  delay?: number;
  /** Whether nothing is seen of it before it sets out. */
  hidden?: boolean;
}

/** A piece comes from where it was, or from its spot. */
export function arrive(node: Element, { piece, from, delay = 0, hidden }: Arrival): TransitionConfig {
  return travel(node, (piece && seen.get(piece)) || spot(node, from), delay, 1, hidden ? 0 : 0.35);
}

interface Leaving {
  to: () => string | undefined;
  /** Whether it grows small on its way. */
  shrink?: boolean;
}

/** A piece goes to a spot. The spot is read when it leaves. */
export function leave(node: Element, { to, shrink = false }: Leaving): TransitionConfig {
  return travel(node, spot(node, to()), 0, shrink ? 0.12 : 1);
}

/** The time for pieces that close ranks. */
export function settle(): { duration: () => number } {
  return { duration: moveTime };
}

function spot(node: Element, name: string | undefined): DOMRect | undefined {
  const found = name && node.closest("[data-table]")?.querySelector(`[data-spot="${name}"]`);
  return found ? found.getBoundingClientRect() : undefined;
}

function travel(
  node: Element,
  place: DOMRect | undefined,
  delay: number,
  size = 1,
  faint = 0.35,
): TransitionConfig {
  const duration = moveTime();
  if (!duration) return { duration: 0 };
  if (!place) return { duration: duration / 2, delay, css: (now) => `opacity: ${now}` };
  const here = node.getBoundingClientRect();
  const x = place.left + place.width / 2 - here.left - here.width / 2;
  const y = place.top + place.height / 2 - here.top - here.height / 2;
  const css = (now: number, gone: number): string =>
    `transform: translate(${x * gone}px, ${y * gone}px) scale(${1 - (1 - size) * gone}); opacity: ${Math.min(1, faint + (now > 0 ? 0.35 - faint : 0) + now)}`;
  return { duration, delay, easing: cubicOut, css };
}
