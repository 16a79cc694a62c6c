// Making a table from the lobby.
import type { GameInfo, TableRequest } from "../wire";
import { api } from "../lib/api";
import { allText } from "../lib/language";
import { myName } from "../lib/names";
import { remind } from "../lib/remind";
import { go } from "../lib/router";
import { chairsWith, houseChair } from "./chairs";

/** Play at once against the house, everything as usual. */
export async function playNow(game: GameInfo): Promise<void> {
  await make({
    game: game.name,
    name: myName(),
    seats: game.usual_seats,
    chairs: chairsWith(game.usual_seats, houseChair()) as TableRequest["chairs"],
    start: true,
  });
}

/** Make a table and go to it. */
export async function make(asked: TableRequest): Promise<void> {
  void remind(asked);
  const { id } = await api.makeTable(asked);
  go(`table/${id}`);
}

/** The table's page is fetched while the lobby is being read, so that a first card needs no wait. */
export function fetchAhead(): void {
  const soon = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 300));
  soon(() => {
    allText()
      .then(() => import("../pages/TablePage.svelte"))
      .catch(() => undefined);
  });
}
