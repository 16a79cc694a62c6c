import { whenIdle } from "../lib/idle";
import { allText } from "../lib/language";

/** Preloads the table's page while the reader is in the lobby, so that the first card appears without delay. */
export function fetchAhead(): void {
  whenIdle(() => {
    allText()
      .then(() => import("./HeldTable.svelte"))
      .catch(() => undefined);
  });
}
