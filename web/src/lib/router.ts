// Pages by their address, with the browser's own history.
import { writable, type Readable } from "svelte/store";
import { at, BASE, below } from "./base";

export type Route =
  | { page: "lobby" }
  | { page: "me" }
  | { page: "stop" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "match"; id: string }
  | { page: "daily"; day: string; game: string }
  | { page: "challenge"; id: string }
  | { page: "event"; id: string }
  | { page: "series"; id: string }
  | { page: "new-event"; game: string }
  | { page: "new-series"; game: string }
  | { page: "rules"; game: string }
  | { page: "house-rules"; game: string }
  | { page: "sheet"; game: string }
  | { page: "learn"; game: string }
  | { page: "practice"; game: string }
  | { page: "lost" };

const OF_A_GAME = ["new", "new-event", "new-series", "rules", "house-rules", "sheet", "learn"] as const;
type OfAGame = (typeof OF_A_GAME)[number];

let turned = false;
let shown = address();
const here = writable<Route>(read());
export const route: Readable<Route> = here;

/** The page of a path. */
export function parse(path: string): Route {
  const [page = "", word = "", ...more] = path.split("/").filter(Boolean).map(plain);
  if (page === "") return { page: "lobby" };
  if ((page === "me" || page === "stop") && word === "") return { page };
  if (page === "daily" && more.length === 1) return { page, day: word, game: more[0]! };
  if (page === "practice" && !more.length) return { page, game: word };
  if (page === "event" && word && more.length < 2) return { page, id: word }; // a round has the page of its event
  if (word === "" || more.length) return { page: "lost" };
  if (OF_A_GAME.includes(page as OfAGame)) return { page: page as OfAGame, game: word };
  if (page === "table" || page === "match" || page === "challenge" || page === "series")
    return { page, id: word };
  return { page: "lost" };
}

function plain(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

function read(): Route {
  return parse(below(location));
}

/** The address of the page, without a place on it. */
function address(): string {
  return below(location) + location.search;
}

function show(): void {
  shown = address();
  turned = true;
  here.set(read());
}

/** The address of a page for an `href`: `link("table/abc")`. */
export function link(path: string): string {
  return at(path);
}

/** Whether the reader came here from another page: then its title gets the focus, so that it is announced. */
export function wasTurnedTo(): boolean {
  return turned;
}

/** Opens another page. */
export function go(path: string, how: "push" | "replace" = "push"): void {
  const target = at(path);
  if (how === "replace") history.replaceState(null, "", target);
  else history.pushState(null, "", target);
  show();
  scrollTo(0, 0);
}

/** Handles links of the client without reloading, and the browser's back and forward. */
export function startRouter(): void {
  addEventListener("popstate", () => {
    if (address() !== shown) show();
  });
  document.addEventListener("click", (event) => {
    const anchor = followed(event);
    if (!anchor) return;
    event.preventDefault();
    go(below(new URL(anchor.href)) + new URL(anchor.href).search);
  });
}

function followed(event: MouseEvent): HTMLAnchorElement | null {
  if (
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return null;
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  if (!anchor || anchor.target || anchor.hasAttribute("download")) return null;
  const url = new URL(anchor.href, BASE);
  const ours = url.origin === BASE.origin && url.pathname.startsWith(BASE.pathname);
  const page = ours && !/^\/(api|healthz|metrics)/.test(below(url)) && parse(below(url)).page !== "lost";
  return page && !(url.hash && url.pathname === location.pathname) ? anchor : null;
}
