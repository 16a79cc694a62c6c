// Where the client lives. The server writes how deep a page is into <base>; it is read once and nailed down, because a
// relative one would move with every change of page.

export const BASE = new URL(".", document.baseURI);

const tag = document.querySelector("base");
if (tag) tag.href = BASE.href;

/** The full address of a page or an endpoint, under whatever path the house is served. */
export function at(path: string): string {
  return new URL(path.replace(/^\//, ""), BASE).href;
}

/** The address of a socket. */
export function socketAt(path: string): string {
  return at(path).replace(/^http/, "ws");
}

/** A page's path from the base on: "/table/abc". */
export function below(address: URL | Location): string {
  const { pathname } = address;
  return (
    "/" + (pathname.startsWith(BASE.pathname) ? pathname.slice(BASE.pathname.length) : pathname.slice(1))
  );
}
