// A completed trick stays on the table for a moment, so that its last card is visible.
import type { Trick } from "../wire";

const MOMENT = 1500;
/** Shorter if the next event is not a trick. */
const BRIEF = 1000;
const NONE: Trick = { plays: [], winner: null };

interface WithTricks {
  phase: string;
  trick: Trick;
  last_trick: Trick | null;
  winners: number[];
}

/**
 * The trick to show: the current one, else for a moment the completed one, and at the end the last. `skips` counts the
 * reader's skips, which end that moment.
 */
export function shownTrick(
  board: () => WithTricks,
  skips: () => number = () => 0,
): { readonly trick: Trick; readonly done: boolean } {
  let held = $state.raw<Trick | null>(null);
  let before: Trick = NONE;
  let phaseBefore = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  $effect.pre(() => {
    const { phase, trick, last_trick } = board();
    if (trick.plays.length > 0 || (phaseBefore === "deal" && phase !== "deal")) held = null;
    else if (last_trick && completes(before, last_trick)) {
      held = last_trick;
      clearTimeout(timer);
      // A finished deal keeps its last trick as long as it is shown.
      if (phase !== "deal") timer = setTimeout(() => (held = null), phase === "play" ? MOMENT : BRIEF);
    }
    [before, phaseBefore] = [trick, phase];
  });
  $effect(() => () => clearTimeout(timer));
  let skipped = 0;
  $effect.pre(() => {
    if (skips() !== skipped && board().phase !== "deal") held = null;
    skipped = skips();
  });

  return {
    get trick() {
      const { trick, last_trick, winners } = board();
      if (trick.plays.length > 0) return trick;
      return held ?? (winners.length > 0 ? last_trick : null) ?? NONE;
    },
    get done() {
      const { trick, winners } = board();
      return trick.plays.length === 0 && (held !== null || winners.length > 0);
    },
  };
}

/** Whether a complete trick extends another one by one card. */
function completes(before: Trick, whole: Trick): boolean {
  return (
    before.plays.length > 0 &&
    whole.plays.length === before.plays.length + 1 &&
    before.plays.every((play, at) => play.card === whole.plays[at]?.card)
  );
}
