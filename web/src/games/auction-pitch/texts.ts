import type { GameTexts } from "../../lib/gameTexts";
import { textsOf } from "../../lib/messages";
import type english from "./messages/en.json";

export const msg = textsOf<typeof english>("auction-pitch");

export const texts: GameTexts = {
  notes: {
    made: ([seat = "", bid = "", made = ""], names) => ({ names: names([seat]), bid, made }),
    "set-back": ([seat = "", bid = ""], names) => ({ names: names([seat]), bid }),
    unbid: ([seat = "", made = ""], names) => ({ names: names([seat]), made }),
  },
};
