// Key figures of a match, from its score sheet.
import { t } from "../lib/messages";
import { signed } from "../lib/numbers";
import type { Score } from "../wire";
import { totalsOf } from "./totals";

export interface Figure {
  name: string;
  value: string;
}

/** The leading seats. */
function leaders(totals: number[]): number[] {
  const highest = Math.max(...totals);
  return totals.flatMap((total, seat) => (total === highest ? [seat] : []));
}

/** Number of changes of the lead. */
function leadChanges(sheet: Score[], start: number): number {
  const alone = totalsOf(sheet, start)
    .map(leaders)
    .flatMap((ahead) => (ahead.length === 1 ? ahead : []));
  return alone.filter((seat, at) => at > 0 && seat !== alone[at - 1]).length;
}

/**
 * Figures of a finished match; `names` of the seats from the reader's side. There are none for a single deal, because
 * the result contains all of them.
 */
export function keyFigures(sheet: Score[], start: number, scores: number[], names: string[]): Figure[] {
  if (sheet.length < 2) return [];
  const ranked = [...scores].sort((one, other) => other - one);
  const figures: Figure[] = [{ name: t("table.over.deals"), value: String(sheet.length) }];
  const gains = sheet.flatMap(({ deal, score }) => score.map((change, seat) => ({ deal, change, seat })));
  const best = gains.reduce((one, other) => (other.change > one.change ? other : one), {
    deal: 0,
    change: 0,
    seat: 0,
  });
  if (best.deal)
    figures.push({
      name: t("table.over.best"),
      value: t("table.over.bestBy", {
        name: names[best.seat] ?? "",
        change: signed(best.change),
        deal: best.deal,
      }),
    });
  figures.push({ name: t("table.over.leads"), value: String(leadChanges(sheet, start)) });
  figures.push({ name: t("table.over.margin"), value: String(ranked[0]! - (ranked[1] ?? 0)) });
  return figures;
}
