// Cards in front of seats.
import { t } from "../lib/messages";
import { cardName } from "../lib/pieces";
import type { Trick } from "../wire";
import type { Table } from "./table";

/** A card in front of a seat; null is face down. */
export interface TableCard {
  seat: number;
  card: string | null;
  /** Text below it. */
  note: string;
  /** The complete text for screen readers. */
  spoken: string;
  /** Whether it wins so far, or has won. */
  best: boolean;
  /** Whether the other cards answer it: the card led, or the card offered. */
  first?: boolean;
  /** Milliseconds before it is turned over; without it, it is open at once. */
  flip?: number;
}

/** The cards of a trick; `over` once it has been taken. */
export function trickCards(trick: Trick, table: Table, over: boolean): TableCard[] {
  return trick.plays.map(({ seat, card }, at) => {
    // A single card wins nothing yet: it is only led.
    const best = seat === trick.winner && (over || trick.plays.length > 1);
    const wins = t(over ? "play.trick.took" : "play.trick.wins");
    // One note fits next to a card; a frame also marks the card led.
    const note = best ? wins : at === 0 ? t("play.trick.led") : "";
    const values = { name: table.name(seat), card: cardName(card) };
    const spoken = at === 0 ? t("play.trick.ledCard", values) : t("play.trick.playedCard", values);
    return { seat, card, note, best, first: at === 0, spoken: best ? `${spoken}, ${wins}` : spoken };
  });
}
