// Moments in the folders of games, found by the name of their file: see CONTRIBUTING.md.
import type { Change, Moment, MomentsOf } from "./moments";

const modules = import.meta.glob<{ momentsOf: MomentsOf<never> }>("../games/*/moments.ts", { eager: true });

/** The moments of a change of a game's board; none without a file in its folder. */
export function gameMoments(change: Change): Moment[] {
  return modules[`../games/${change.now.game}/moments.ts`]?.momentsOf(change as never) ?? [];
}
