// Names of seats as shown, and the name of this browser's guest.
import type { Chair } from "../wire";
import { t, textAt, has } from "./messages";

/** A seat's name plate. */
export interface SeatLabel {
  name: string;
  present: boolean;
  bot: boolean;
  /** Id of a person's portrait; null for bots and programs, and where it is unknown. */
  picture: string | null;
  /** Whether it is a program, which has a bot's face. */
  program?: boolean;
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
    picture: chair.picture,
    program: chair.program,
    you: seat === mySeat,
  }));
}

/** Label of the button with which a person sits down at a seat, also in place of a bot. */
export function sitText({ kind, name }: Chair, seat: number): string {
  const number = seat + 1;
  return kind === "open" ? t("table.gather.sitAt", { number }) : t("table.sit.instead", { name, number });
}

/** The guest's name. The first one is generated, so that playing requires no input. */
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
    // A browser without storage can still play.
  }
  return kept;
}

/** Forgets the name, and generates another one. */
export function forgetName(): void {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // It was not stored.
  }
}

function read(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** Name of a bot's level: "house" → "Rules of thumb"; that of another player is its own name. */
export function playerTitle(player: string): string {
  return has(`common.player.${player}`) ? textAt(`common.player.${player}`) : player;
}

/** Name of a bot outside a list of levels: "Bot: Easy". */
export function botTitle(player: string): string {
  return t("common.bot", { level: playerTitle(player) });
}

/** Description of a level in a few words; empty if there is none. */
export function playerGist(player: string): string {
  return has(`common.playerGist.${player}`) ? textAt(`common.playerGist.${player}`) : "";
}

/** The bot that takes a seat if the reader chooses none: it thinks before it bids, and leaves beginners a chance. */
export const USUAL_PLAYER = "medium";
