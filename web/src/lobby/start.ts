// Creating a table from the lobby.
import type { GameInfo, TableRequest } from "../wire";
import { api } from "../lib/api";
import { language } from "../lib/language";
import { myName, USUAL_PLAYER } from "../lib/names";
import { remind } from "../lib/remind";
import { go } from "../lib/router";
import { chairsWith } from "./chairs";

/** Starts a match against the house at once. */
export async function playNow(game: GameInfo): Promise<void> {
  await make({
    game: game.name,
    name: myName(),
    seats: game.usual_seats,
    options: game.quick.options,
    chairs: chairsWith(game.usual_seats, { kind: "open" }) as TableRequest["chairs"],
    start: true,
    fill: USUAL_PLAYER,
  });
}

/** Creates a table and opens it. */
export async function make(asked: TableRequest): Promise<void> {
  void remind(asked);
  const { id } = await api.makeTable({ ...asked, language });
  go(`table/${id}`);
}
