// Base address of the client. The server writes the depth of a page into <base>. It is read once and made absolute,
// because a relative one would change with every page.

export const BASE = new URL(".", document.baseURI);

const tag = document.querySelector("base");
if (tag) tag.href = BASE.href;

/** The full address of a page or an endpoint, below the server's path. */
export function at(path: string): string {
  return new URL(path.replace(/^\//, ""), BASE).href;
}

/** The address of a socket. */
export function socketAt(path: string): string {
  return at(path).replace(/^http/, "ws");
}

/** Path of a page relative to the base: "/table/abc". */
export function below(address: URL | Location): string {
  const { pathname } = address;
  return (
    "/" + (pathname.startsWith(BASE.pathname) ? pathname.slice(BASE.pathname.length) : pathname.slice(1))
  );
}
