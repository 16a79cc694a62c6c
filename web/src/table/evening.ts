// The next game of an evening.
import type { GameInfo } from "../wire";

/** The game that follows `game` in the lobby and is played by that number of players; null if there is no other. */
export function nextGame(games: GameInfo[], game: string, seats: number): GameInfo | null {
  const place = games.findIndex(({ name }) => name === game) + 1;
  const others = [...games.slice(place), ...games.slice(0, place)].filter(({ name }) => name !== game);
  return others.find((other) => other.seats.includes(seats)) ?? null;
}
