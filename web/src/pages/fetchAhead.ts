import { allText } from "../lib/language";

/** Preloads the table's page while the reader is in the lobby, so that the first card appears without delay. */
export function fetchAhead(): void {
  const soon = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 300));
  soon(() => {
    allText()
      .then(() => import("./TablePage.svelte"))
      .catch(() => undefined);
  });
}
