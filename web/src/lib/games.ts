// What a game's folder brings besides its pictures and messages, which are found by their file names: see CONTRIBUTING.md.
import type { Change, Moment, MomentsOf } from "../board/moments";
import type { EventText } from "./eventText";

/** The texts of a game that its messages alone cannot make. */
export interface GameTexts {
  /** Sentences for events, by verb, an event of the table as `table draw`; else the messages in `log` do. */
  events?: Record<string, EventText>;
  /** The values for a message in `notes`, by the note's first word; `names` lists the names of seats. */
  notes?: Record<
    string,
    (words: string[], names: (seats: string[]) => string) => Record<string, string | number>
  >;
}

const moments = import.meta.glob<{ momentsOf: MomentsOf<never> }>("../games/*/moments.ts", { eager: true });

/** What a change of a game's board shows for a moment; nothing where its folder says nothing. */
export function gameMoments(change: Change): Moment[] {
  return moments[`../games/${change.now.game}/moments.ts`]?.momentsOf(change as never) ?? [];
}

const found = import.meta.glob<{ texts: GameTexts }>("../games/*/texts.ts", { eager: true });

export function gameTexts(game: string): GameTexts {
  return found[`../games/${game}/texts.ts`]?.texts ?? {};
}
