// Texts in the folders of games, found by the name of their file: see CONTRIBUTING.md.
import type { GameTexts } from "./gameTexts";

const modules = import.meta.glob<{ texts: GameTexts }>("../games/*/texts.ts", { eager: true });

export function gameTexts(game: string): GameTexts {
  return modules[`../games/${game}/texts.ts`]?.texts ?? {};
}
