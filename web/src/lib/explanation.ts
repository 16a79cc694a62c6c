// Explanations of words on the table, the same way for each game.
import { gameTexts } from "./games";
import type { DealAndRules } from "./gameTexts";
import { gameText } from "./messages";

/** What a term means in this deal; null if the game does not explain it. */
export function explanation(term: string, deal: DealAndRules): string | null {
  const { game } = deal.board;
  return gameTexts(game).explains?.[term]?.(deal) ?? gameText(game, `explains.${term}`);
}

/** The goal of the game in one line; null if the game has none. */
export function goalText(deal: DealAndRules): string | null {
  return gameTexts(deal.board.game).goal?.(deal) ?? null;
}
