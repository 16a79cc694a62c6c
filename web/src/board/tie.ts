// Tie-breaks in words: the server names what decided.
import type { TieBreak } from "../wire";
import { gameText, listed, t, textAt } from "../lib/messages";

/** "Dan wins the tie: Dan scored high."; `me` is the reader's seat. Empty if there was no tie. */
export function tieText(
  game: string,
  tie: TieBreak | null,
  scores: number[],
  names: string[],
  me: number | null,
): string {
  if (!tie) return "";
  const who = tie.seat === me ? "you" : "they";
  const name = names[tie.seat] ?? "";
  const equal = tie.among.every((seat) => scores[seat] === scores[tie.seat]);
  const others = tie.among
    .filter((seat) => seat !== me)
    .map((seat) => names[seat] ?? "")
    .concat(tie.among.includes(me ?? -1) ? [t("play.you")] : []);
  return textAt(`table.over.${equal ? "tie" : "together"}.${who}`, {
    name,
    names: listed(others),
    why: gameText(game, `tie.${tie.by}.${who}`, { name }) ?? tie.by,
  });
}

/** The seats in the final order: winners first, then by score. */
export function standing(scores: number[], winners: number[]): number[] {
  const won = (seat: number): number => Number(winners.includes(seat));
  return scores
    .map((_, seat) => seat)
    .sort((one, other) => won(other) - won(one) || scores[other]! - scores[one]!);
}
