// Facts on the plain board, for games that the client does not know.
import { isCard, isTile, suitName } from "../lib/pieces";
import type { Fact } from "../wire";

/** A value of a fact: a piece to draw, or a word. */
export interface FactValue {
  piece: string | null;
  word: string;
}

/** "called_suit" → "Called suit". */
export function factName({ name }: Fact): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}

/** The values of a fact, of the table or of one seat; `who` returns the names of seats. */
export function factValues(fact: Fact, seat: number, who: (seat: number) => string): FactValue[] {
  return (fact.values[fact.by_seat ? seat : 0] ?? []).map((value) => {
    if (isCard(value) || isTile(value)) return { piece: value, word: "" };
    if (fact.unit === "suit" && /^[CDHS]$/.test(value)) return { piece: null, word: suitName(value) };
    const seats = fact.unit === "seat" || fact.unit === "seat set";
    return { piece: null, word: seats && /^\d+$/.test(value) ? who(Number(value)) : value };
  });
}

/** The legal actions that name all of these pieces, offered once they are picked. */
export function actionsWith(legal: string[], picked: string[]): string[] {
  return legal.filter((action) => {
    const words = action.split(" ");
    return picked.every((piece) => words.includes(piece));
  });
}
