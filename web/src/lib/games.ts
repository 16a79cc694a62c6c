// Contents of a game's folder besides its pictures and messages, which are found by file name: see CONTRIBUTING.md.
import type { Change, Moment, MomentsOf } from "../board/moments";
import type { EventText } from "./eventText";

/** Texts of a game that need more than its messages. */
export interface GameTexts {
  /** Sentences for events, by verb, with an event of the table as `table draw`; by default the messages in `log`. */
  events?: Record<string, EventText>;
  /** The values for a message in `notes`, by the note's first word; `names` joins the names of seats. */
  notes?: Record<
    string,
    (words: string[], names: (seats: string[]) => string) => Record<string, string | number>
  >;
}

const moments = import.meta.glob<{ momentsOf: MomentsOf<never> }>("../games/*/moments.ts", { eager: true });

/** The moments of a change of a game's board; none without a file in its folder. */
export function gameMoments(change: Change): Moment[] {
  return moments[`../games/${change.now.game}/moments.ts`]?.momentsOf(change as never) ?? [];
}

const found = import.meta.glob<{ texts: GameTexts }>("../games/*/texts.ts", { eager: true });

export function gameTexts(game: string): GameTexts {
  return found[`../games/${game}/texts.ts`]?.texts ?? {};
}
