// Time that people have for a move.
import { t } from "./messages";

const DAY = 86_400;
export const CLOCKS = [30, 60, 120, DAY, 259_200, 604_800] as const;

/** Whether people have days for a move: they are usually away. */
export function isSlow({ clock }: { clock?: number | null }): boolean {
  return (clock ?? 0) >= DAY;
}

/** "60 seconds", or "3 days". */
export function clockText(seconds: number): string {
  return seconds < DAY
    ? t("lobby.setup.seconds", { count: seconds })
    : t("lobby.setup.days", { count: seconds / DAY });
}
