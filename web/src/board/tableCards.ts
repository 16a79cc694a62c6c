// Cards that lie before seats.
import { t } from "../lib/messages";
import { cardName } from "../lib/pieces";
import type { Trick } from "../wire";
import type { Table } from "./table";

/** A card before a seat; null lies face down. */
export interface TableCard {
  seat: number;
  card: string | null;
  /** What is said under it. */
  note: string;
  /** The whole of it in words. */
  spoken: string;
  /** Whether it is the one that counts. */
  best: boolean;
  /** After how many milliseconds it is turned up; else it lies open at once. */
  flip?: number;
}

/** The cards of a trick; `over` once it has been taken. */
export function trickCards(trick: Trick, table: Table, over: boolean): TableCard[] {
  return trick.plays.map(({ seat, card }, at) => {
    const best = seat === trick.winner;
    const wins = t(over ? "play.trick.took" : "play.trick.wins");
    const note = best ? wins : at === 0 ? t("play.trick.led") : "";
    const values = { name: table.name(seat), card: cardName(card) };
    const spoken = at === 0 ? t("play.trick.ledCard", values) : t("play.trick.playedCard", values);
    return { seat, card, note, best, spoken: best ? `${spoken}, ${wins}` : spoken };
  });
}
