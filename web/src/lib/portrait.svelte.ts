// The reader's own portrait. The server has it; this page asks for it when it is first shown.
import type { Picture, Portrait } from "../wire";
import { ask } from "./api";
import { guestToken } from "./guest";

let picture = $state<Picture | null>(null);
let choices = 0;

/** The reader's portrait; null until it is known. */
export const myPortrait = (): Picture | null => picture;

/** Loads the portrait if this browser has a guest. Without an answer, it stays unknown. */
export function findPortrait(): void {
  if (picture === null && guestToken()) loadPortrait().catch(() => undefined);
}

/** Loads the portrait; creates the guest if there is none. A portrait chosen meanwhile stays. */
export async function loadPortrait(): Promise<void> {
  const before = choices;
  const loaded = await ask<Portrait>("GET", "me/portrait", undefined, "guest");
  if (choices === before) ({ picture } = loaded);
}

/** Stores another portrait of the reader. It is shown at once; after a refusal, the earlier one is shown again. */
export async function choosePortrait(chosen: Picture): Promise<void> {
  const before = picture;
  picture = chosen;
  choices += 1;
  try {
    await ask<Portrait>("POST", "me/portrait", { picture: chosen }, "guest");
  } catch (error) {
    picture = before;
    throw error;
  }
}
