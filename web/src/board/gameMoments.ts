// Moments in the folders of games, found by the name of their file: see CONTRIBUTING.md.
import type { Change, Moment, MomentsOf } from "./moments";

interface GameModule {
  momentsOf: MomentsOf<never>;
  /** Fields of the board that give away the result of a deal before it is revealed, besides the scores. */
  withheld?: string[];
}
const modules = import.meta.glob<GameModule>("../games/*/moments.ts", { eager: true });

/** The withheld fields of a game; null without a file in its folder, because then nothing reveals its deals. */
export function withheldBy(game: string): string[] | null {
  const module = modules[`../games/${game}/moments.ts`];
  return module ? (module.withheld ?? []) : null;
}

/** The moments of a change of a game's board; none without a file in its folder. */
export function gameMoments(change: Change): Moment[] {
  return modules[`../games/${change.now.game}/moments.ts`]?.momentsOf(change as never) ?? [];
}
