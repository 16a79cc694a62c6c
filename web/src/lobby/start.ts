// Creating a table from the lobby.
import type { ChairRequest, GameInfo, HotSeatRequest, MatchStory, TableRequest } from "../wire";
import { api } from "../lib/api";
import { keepSeatTokens } from "../lib/hotSeat";
import { language } from "../lib/language";
import { myName, USUAL_PLAYER } from "../lib/names";
import { remind } from "../lib/remind";
import { go } from "../lib/router";
import { chairsWith } from "./chairs";

/** Starts a match against bots at once. */
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

/** Starts another match with the rules of a match that the reader played: the same bots, and bots for its people. */
export async function playAgain({ game, options, players }: MatchStory, mine: number): Promise<void> {
  const chairs = players.map((player, seat): ChairRequest =>
    seat === mine ? { kind: "me" } : player ? { kind: "bot", player } : { kind: "open" },
  );
  await make({
    game,
    name: myName(),
    seats: players.length,
    options,
    chairs: chairs as TableRequest["chairs"],
    start: true,
    fill: USUAL_PLAYER,
  });
}

/** Takes a seat with other people: at an open table, or at a new one with bots whose seats people can take over. */
export async function playWithPeople(game: GameInfo): Promise<void> {
  const { id } = await api.findCompany({ game: game.name, name: myName(), fill: USUAL_PLAYER, language });
  go(`table/${id}`);
}

/** Creates a table and opens it. */
export async function make(asked: TableRequest): Promise<void> {
  void remind(asked);
  const { id } = await api.makeTable({ ...asked, language });
  go(`table/${id}`);
}

/** Creates a table whose people pass this device round, and opens it. */
export async function makeHere(asked: HotSeatRequest): Promise<void> {
  const { id, tokens } = await api.makeHotSeat(asked);
  keepSeatTokens(id, tokens);
  go(`table/${id}`);
}
