// Effects of an option, in words: only clear changes count as differences.
import type { Change, HouseRules, MeasuredOption, MeasuredTable, MeasuredValue, RuleSet } from "../wire";
import { gameText, t, textAt } from "../lib/messages";
import { isFelt, isLarge } from "./felt";
import { figure } from "./figures";

type Value = number | string;

/** "The first dealer wins 25.3 %". */
export function measureText(game: string, measure: string, value: number): string {
  const [, name = measure, place = ""] = /^(.*_)([1-9]\d*)$/.exec(measure) ?? [];
  const values = { value: figure(measure, value), place };
  return gameText(game, `effects.measure.${name}`, values) ?? `${measure} ${values.value}`;
}

/** "Matches last 5.6 minutes instead of 9.3: sure, at all levels of play." */
export function changeText(game: string, table: MeasuredTable, change: Change): string {
  const { measure, certainty } = change;
  const base = table.usual[measure] ?? 0;
  if (certainty === "reversed") return t("effects.reversed", { told: measureText(game, measure, base) });
  return t("effects.change", {
    told: measureText(game, measure, base + change.change),
    base: figure(measure, base),
    certainty: certaintyText(table, certainty),
  });
}

function certaintyText({ levels, level }: MeasuredTable, certainty: Change["certainty"]): string {
  if (certainty === "sure" && levels > 1) return t("effects.sureAtAll");
  return t(certainty === "sure" ? "effects.sure" : "effects.some", {
    level: textAt(`common.player.${level}`),
  });
}

/** Effect of one value, in a line. */
export function valueText(game: string, table: MeasuredTable, value: MeasuredValue): string {
  const count = value.matches;
  if (!value.used) return t("effects.unused", { count });
  const change = value.changes.find(
    (one) => one.certainty !== "open" && isLarge(one, table.usual[one.measure] ?? 0),
  );
  return change ? changeText(game, table, change) : t("effects.none", { count });
}

/**
 * Effect of the chosen value of an option, in a line. For the default, and for values that were not measured, it is
 * the effect of another value. `words` returns the name of a value.
 */
export function optionLine(
  game: string,
  table: MeasuredTable,
  option: MeasuredOption | undefined,
  chosen: Value,
  words: (value: Value) => string,
): string {
  const measured = option?.values.find(({ value }) => value === chosen);
  if (measured) return valueText(game, table, measured);
  const other = option && nearest(table, option, chosen);
  if (!other) return t("effects.notMeasured");
  const effect = valueText(game, table, other);
  return t(chosen === option.usual ? "effects.other" : "effects.near", {
    value: words(other.value),
    told: effect,
  });
}

/** The value with an effect that is nearest to the chosen one; if there is none, the nearest. */
function nearest(
  { usual }: MeasuredTable,
  { values }: MeasuredOption,
  chosen: Value,
): MeasuredValue | undefined {
  const clear = values.filter(({ changes }) => changes.some((one) => isFelt(one, usual[one.measure] ?? 0)));
  const far = ({ value }: MeasuredValue): number => Math.abs(Number(value) - Number(chosen)) || 0;
  return [...(clear.length ? clear : values)].sort((one, two) => far(one) - far(two))[0];
}

/** "Short match"; null for a rule set without a name. */
export function setName(game: string, { name }: RuleSet): string | null {
  return name && (gameText(game, `effects.rules.${name}`) ?? name);
}

/** "9 minutes, 40 ± 4 % luck". */
export function setText({ minutes, luck }: RuleSet): string {
  if (!minutes) return t("effects.notMeasured");
  const lasts = figure("minutes", minutes.middle);
  if (!luck) return t("effects.length", { minutes: lasts });
  const share = (100 * luck.middle).toFixed(0);
  const more = luck.high === null ? "" : `\u00a0±\u00a0${(100 * (luck.high - luck.middle)).toFixed(0)}`;
  return t("effects.set", { minutes: lasts, luck: share + more });
}

/** How it was measured. */
export function howText({ level }: MeasuredTable, { seconds }: HouseRules): string {
  return t("effects.how", { level: textAt(`common.player.${level}`), seconds });
}
