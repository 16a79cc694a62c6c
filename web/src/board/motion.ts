// Movement of pieces: a piece flies from where it was last seen, or from a spot of the table such as a seat or the
// stock.
import type { TransitionConfig } from "svelte/transition";
import { cubicInOut, cubicOut } from "svelte/easing";
import { moves } from "../lib/prefs";

/** Scale at which a piece vanishes. */
const SHRUNK = 0.12;
/** Duration of the flight of a prize, in moves. */
const AWARD = 3;

/** Position of each visible piece before the last change. */
let seen = new Map<string, DOMRect>();

/** Notes the position of every piece; call it before the table changes. */
export function remember(root: Element): void {
  seen = new Map();
  for (const node of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const piece = node.dataset.piece!;
    if (!seen.has(piece)) seen.set(piece, node.getBoundingClientRect());
  }
}

/** Duration of a move in milliseconds; 0 without animations. */
export function moveTime(): number {
  if (!moves() || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const time = getComputedStyle(document.documentElement).getPropertyValue("--move").trim();
  return time.endsWith("ms") ? parseFloat(time) : parseFloat(time) * 1000 || 0;
}

interface Arrival {
  piece?: string | undefined;
  /** Spot that it comes from if it was not visible before. */
  from?: string | undefined;
  delay?: number;
  /** Whether it is invisible before it starts. */
  hidden?: boolean;
}

/** Animates a piece from its old position, or from its spot. */
export function arrive(node: Element, { piece, from, delay = 0, hidden }: Arrival): TransitionConfig {
  return travel(node, (piece && seen.get(piece)) || spot(node, from), delay, 1, hidden ? 0 : 0.35);
}

interface Leaving {
  to: () => string | undefined;
  /** Whether it shrinks on its way. */
  shrink?: boolean;
}

/** Animates a piece to a spot, which is read when it leaves. */
export function leave(node: Element, { to, shrink = false }: Leaving): TransitionConfig {
  return travel(node, spot(node, to()), 0, shrink ? SHRUNK : 1);
}

/** Animates a prize from a spot to its seat, where it shrinks and vanishes: nothing comes to rest over a face. */
export function award(node: Element, { from }: { from: string }): TransitionConfig {
  const place = spot(node, from);
  const duration = AWARD * moveTime();
  if (!duration || !place) return { duration: 0 };
  const { x, y } = wayFrom(place, node);
  const css = (_: number, gone: number): string =>
    `transform: translate(${x * gone}px, ${y * gone}px) scale(${SHRUNK + (1 - SHRUNK) * gone}); opacity: ${Math.min(1, 4 * gone)}`;
  return { duration, easing: cubicInOut, css };
}

/** Duration for pieces that close gaps. */
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
  const { x, y } = wayFrom(place, node);
  const css = (now: number, gone: number): string =>
    `transform: translate(${x * gone}px, ${y * gone}px) scale(${1 - (1 - size) * gone}); opacity: ${Math.min(1, faint + (now > 0 ? 0.35 - faint : 0) + now)}`;
  return { duration, delay, easing: cubicOut, css };
}

/** Distance from the centre of a place to that of an element. */
function wayFrom(place: DOMRect, node: Element): { x: number; y: number } {
  const here = node.getBoundingClientRect();
  return {
    x: place.left + place.width / 2 - here.left - here.width / 2,
    y: place.top + place.height / 2 - here.top - here.height / 2,
  };
}
