// Effects of an option, in words: only changes that players can feel are shown.
import type { Change, HouseRules, MeasuredOption, MeasuredTable, MeasuredValue, RuleSet } from "../wire";
import { gameText, listed, t, textAt } from "../lib/messages";
import { isFelt } from "./felt";
import { figure } from "./figures";

type Value = number | string;
type Words = (value: Value) => string;

/** "The first dealer wins 25 % of matches". */
export function measureText(game: string, measure: string, value: number): string {
  const { name, place } = partsOf(measure);
  const values = { value: figure(measure, value), place };
  return gameText(game, `effects.measure.${name}`, values) ?? `${measure} ${values.value}`;
}

/** The name of a measure, and the number of the seat at its end. */
function partsOf(measure: string): { name: string; place: string } {
  const [, name = measure, place = ""] = /^(.*_)([1-9]\d*)$/.exec(measure) ?? [];
  return { name, place };
}

/** "Matches last about 6 minutes instead of 9."; of another measure only its direction: "Buying costs more." */
export function changeText(game: string, table: MeasuredTable, change: Change): string {
  const told = change.measure === "minutes" ? lengthText(table, change) : directionText(game, table, change);
  return t(change.certainty === "some" ? "effects.changeOfStrong" : "effects.change", { told });
}

function lengthText({ usual }: MeasuredTable, { measure, change }: Change): string {
  const base = usual[measure] ?? 0;
  return t("effects.instead", { value: figure(measure, base + change), base: figure(measure, base) });
}

/** "Buying costs more"; the measure with its figure if it has no words for a direction. */
function directionText(game: string, { usual }: MeasuredTable, { measure, change }: Change): string {
  const { name, place } = partsOf(measure);
  const text = gameText(game, `effects.${change > 0 ? "rises" : "falls"}.${name}`, { place });
  return text ?? measureText(game, measure, (usual[measure] ?? 0) + change);
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

/** Whether one of the options of a rule set has an effect that can be felt. */
export function changesMuch(table: MeasuredTable, set: RuleSet): boolean {
  return table.options.some(({ option, values }) =>
    values.some((value) => set.options[option] === value.value && foremost(table, value)),
  );
}

/** "“yes”, “no”: you will hardly notice it."; null if every value has an effect that can be felt. */
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

/** "Short match"; for a rule set without a name that changes one number "25 points to win"; null for others. */
export function setName(game: string, { name, options }: RuleSet): string | null {
  if (name) return gameText(game, `effects.rules.${name}`) ?? name;
  const [changed, ...more] = Object.entries(options);
  if (!changed || more.length) return null;
  return gameText(game, `lobby.named.${changed[0]}`, { value: changed[1] });
}

/** "9 minutes, 40 % luck". */
export function setText({ minutes, luck }: RuleSet): string {
  if (!minutes) return t("effects.notMeasured");
  const lasts = figure("minutes", minutes.middle);
  if (!luck) return t("effects.length", { minutes: lasts });
  return t("effects.set", { minutes: lasts, luck: percent(luck.middle) });
}

/** "Short match: 4 to 9 minutes, 36 to 44 % luck": the intervals of a rule set; null if it was not measured. */
export function rangeText(name: string, { minutes, luck }: RuleSet): string | null {
  if (!minutes) return null;
  const [low, high] = [minutes.low, minutes.high].map((value) => figure("minutes", value ?? minutes.middle));
  const values = { name, low: low!, high: high! };
  if (!luck) return t("effects.setRange", values);
  const [lowLuck, highLuck] = [luck.low, luck.high].map((value) => percent(value ?? luck.middle));
  return t("effects.setLuck", { ...values, lowLuck: lowLuck!, highLuck: highLuck! });
}

function percent(share: number): string {
  return (100 * share).toFixed(0);
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
