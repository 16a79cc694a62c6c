import { whenIdle } from "../lib/idle";
import { allText } from "../lib/language";

/** Preloads the pages of the set-up and of a table while the reader is in the lobby, so that both appear without delay. */
export function fetchAhead(): void {
  whenIdle(() => {
    Promise.all([import("./NewTable.svelte"), allText().then(() => import("./HeldTable.svelte"))]).catch(
      () => undefined,
    );
  });
}
