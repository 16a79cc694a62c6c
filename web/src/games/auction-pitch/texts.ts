import type { GameTexts } from "../../lib/gameTexts";
import { textsOf } from "../../lib/messages";
import type english from "./messages/en.json";
import type { PitchSettlement } from "./wire";

export const msg = textsOf<typeof english>("auction-pitch");

/** How the contract of a deal ended; `name` is the pitcher's. */
export function contractText({ bid, made }: PitchSettlement, name: string): string {
  if (bid === null) return msg("board.result.free", { name, made });
  return msg(made >= bid ? "board.result.made" : "board.result.set", { name, bid, made });
}

export const texts: GameTexts = {
  notes: {
    made: ([seat = "", bid = "", made = ""], names) => ({ names: names([seat]), bid, made }),
    "set-back": ([seat = "", bid = ""], names) => ({ names: names([seat]), bid }),
    unbid: ([seat = "", made = ""], names) => ({ names: names([seat]), made }),
  },
};
