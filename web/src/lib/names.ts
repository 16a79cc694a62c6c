// Who sits where, as it is shown; and the name that this browser's guest goes by.
import type { Chair } from "../wire";
import { t, textAt, has } from "./messages";

/** A seat's name plate. */
export interface SeatLabel {
  name: string;
  present: boolean;
  bot: boolean;
  you: boolean;
}

const KEPT = "saleroom.name";
export const LONGEST_NAME = 24;

/** The name plates of a table. */
export function seatLabels(chairs: Chair[], present: boolean[], mySeat: number | null): SeatLabel[] {
  return chairs.map((chair, seat) => ({
    name: chair.name || t("common.openSeat"),
    present: chair.kind === "bot" || (present[seat] ?? false),
    bot: chair.kind === "bot",
    you: seat === mySeat,
  }));
}

/** The guest's name; a first one is made up, so that nobody has to give one in order to play. */
export function myName(): string {
  const kept = read();
  if (kept) return kept;
  const made = t("common.guest", { number: 10 + Math.floor(Math.random() * 90) });
  keepName(made);
  return made;
}

export function keepName(name: string): string {
  const kept = name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
  try {
    if (kept) localStorage.setItem(KEPT, kept);
  } catch {
    // A browser that keeps nothing still plays.
  }
  return kept;
}

/** Go by another name from now on. */
export function forgetName(): void {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // It was kept nowhere.
  }
}

function read(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** A player of the house in plain words: "house" → "House player". */
export function playerTitle(player: string): string {
  return has(`common.player.${player}`) ? textAt(`common.player.${player}`) : player;
}

/** What such a player is like, in a few words; empty where nothing is known. */
export function playerGist(player: string): string {
  return has(`common.playerGist.${player}`) ? textAt(`common.playerGist.${player}`) : "";
}
