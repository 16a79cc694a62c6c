// Effects of an option, in words: only changes that players can feel are shown.
import type { Change, HouseRules, MeasuredOption, MeasuredTable, MeasuredValue, RuleSet } from "../wire";
import { gameText, listed, t, textAt } from "../lib/messages";
import { isFelt } from "./felt";
import { figure, isShare } from "./figures";

type Value = number | string;
type Words = (value: Value) => string;

/** "The first dealer wins 25 % of matches". */
export function measureText(game: string, measure: string, value: number): string {
  const [, name = measure, place = ""] = /^(.*_)([1-9]\d*)$/.exec(measure) ?? [];
  const values = { value: figure(measure, value), place };
  return gameText(game, `effects.measure.${name}`, values) ?? `${measure} ${values.value}`;
}

/** "Matches last 6 minutes; with the usual rule: 9." */
export function changeText(game: string, { usual }: MeasuredTable, change: Change): string {
  const { measure, certainty } = change;
  const base = usual[measure] ?? 0;
  const told = measureText(game, measure, base + change.change);
  return t(certainty === "some" ? "effects.changeOfStrong" : "effects.change", {
    told,
    base: usualText(measure, base),
  });
}

/** "9", "25 %"; of a share that is 0 or 1, "none" or "all". */
function usualText(measure: string, base: number): string {
  if (!isShare(measure) || (base >= 0.005 && base < 0.995)) return figure(measure, base);
  return t(base < 0.5 ? "effects.usuallyNone" : "effects.usuallyAll");
}

/** The change that says most to the owner of a table: the length of a match, else the most certain, else the first. */
function foremost({ usual }: MeasuredTable, { changes }: MeasuredValue): Change | undefined {
  const felt = changes.filter((change) => isFelt(change, usual[change.measure] ?? 0));
  const rank = ({ measure, certainty }: Change): number =>
    (certainty === "sure" ? 0 : 2) + (measure === "minutes" ? 0 : 1);
  return felt.sort((one, two) => rank(one) - rank(two))[0];
}

/** Effect of one value, in a sentence; null for none that can be felt. */
export function valueText(game: string, table: MeasuredTable, value: MeasuredValue): string | null {
  const change = foremost(table, value);
  return change ? changeText(game, table, change) : null;
}

/** Each value that has an effect that can be felt, with the effect in a sentence. */
export function valueTexts(
  game: string,
  table: MeasuredTable,
  { values }: MeasuredOption,
): { value: Value; text: string }[] {
  const texts = values.map((value) => ({ value: value.value, text: valueText(game, table, value) }));
  return texts.filter((line): line is { value: Value; text: string } => line.text !== null);
}

/** "“yes”, “no”: no difference that players feel."; null if every value has an effect that can be felt. */
export function unfeltText(table: MeasuredTable, { values }: MeasuredOption, words: Words): string | null {
  const unfelt = values.filter((value) => !foremost(table, value));
  if (!unfelt.length) return null;
  if (unfelt.length === values.length) return t("effects.none");
  return t("effects.noneOf", {
    values: listed(unfelt.map(({ value }) => t("effects.quoted", { value: words(value) }))),
  });
}

/**
 * Effect of the chosen value of an option, in a line. For the default it is the effect of another value, and null
 * if no value has an effect that can be felt. `words` returns the name of a value.
 */
export function optionLine(
  game: string,
  table: MeasuredTable,
  option: MeasuredOption | undefined,
  chosen: Value,
  words: Words,
): string | null {
  const measured = option?.values.find(({ value }) => value === chosen);
  if (measured) return valueText(game, table, measured) ?? t("effects.none");
  const other = option && nearest(table, option, chosen);
  const told = other && valueText(game, table, other);
  if (!told) return chosen === option?.usual ? null : t("effects.notMeasured");
  return t(chosen === option.usual ? "effects.other" : "effects.near", { value: words(other.value), told });
}

/** The value with an effect that is nearest to the chosen one. */
function nearest(table: MeasuredTable, { values }: MeasuredOption, chosen: Value): MeasuredValue | undefined {
  const far = ({ value }: MeasuredValue): number => Math.abs(Number(value) - Number(chosen)) || 0;
  return values.filter((value) => foremost(table, value)).sort((one, two) => far(one) - far(two))[0];
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

/** Median minutes of a match with the chosen options, which `isChosen` compares; null if they were not measured. */
export function expectedMinutes(
  { sets }: HouseRules,
  seats: number,
  isChosen: (options: RuleSet["options"]) => boolean,
): number | null {
  const set = sets.find((one) => one.seats === seats && one.minutes && isChosen(one.options));
  return set?.minutes ? Math.max(1, Math.round(set.minutes.middle)) : null;
}

/** How it was measured. */
export function howText({ level }: MeasuredTable, { seconds }: HouseRules): string {
  return t("effects.how", { level: textAt(`common.player.${level}`), seconds });
}
