// Every sentence of the client is in a message file, so that it can be translated: the common one, or that of a game,
// whose keys are below the game's name. English is built in; `language.ts` replaces it with another language.
import first from "virtual:messages/first";
import type english from "../messages/en.json";

type Plural = { one: string; other: string };
export type Texts = { [key: string]: string | Plural | Texts };
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

/** A key of the message file, as `section.key`. */
export type Key = Paths<typeof english>;
export type Values = Record<string, string | number>;

const texts = new Map<string, string | Plural>();
/** Locale for dates, numbers and lists. */
export let locale = "en-GB";
let plurals = new Intl.PluralRules(locale);

learn(first);

/** Changes the language, given its complete texts. */
export function speak(language: string, found: Texts): void {
  locale = language;
  plurals = new Intl.PluralRules(language);
  texts.clear();
  learn(found);
}

/** Adds texts. */
export function learn(found: Texts, prefix = ""): void {
  for (const [key, value] of Object.entries(found)) {
    if (isText(value)) texts.set(prefix + key, value);
    else learn(value, `${prefix}${key}.`);
  }
}

function isText(value: string | Plural | Texts): value is string | Plural {
  return typeof value === "string" || (typeof value.one === "string" && typeof value.other === "string");
}

/** The text of a key with its placeholders filled in; `count` selects the plural form. */
export function t(key: Key, values: Values = {}): string {
  return textAt(key, values);
}

/** `t` for the messages of one game; `T` is the type of its message file. */
export function textsOf<T>(game: string): (key: Paths<T>, values?: Values) => string {
  return (key, values) => textAt(`${game}.${key}`, values);
}

/** `t` for a key that is known only at run time. An unknown key is returned as it is. */
export function textAt(key: string, values: Values = {}): string {
  const text = texts.get(key);
  if (text === undefined) return key;
  const chosen = typeof text === "string" ? text : text[form(Number(values.count))];
  return chosen.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === "number" ? value.toLocaleString(locale) : value;
  });
}

/**
 * The text of the first of some keys that has one, in the game's messages or else in the common ones; null for none.
 */
export function gameText(game: string, keys: string | string[], values: Values = {}): string | null {
  const found = [keys]
    .flat()
    .flatMap((key) => [`${game}.${key}`, key])
    .find((key) => texts.has(key));
  return found === undefined ? null : textAt(found, values);
}

/** Whether there is a text for a key. */
export function has(key: string): key is Key {
  return texts.has(key);
}

function form(count: number): keyof Plural {
  return plurals.select(count) === "one" ? "one" : "other";
}

/** "1 January 2026". */
export function dateText(seconds: number, style: Intl.DateTimeFormatOptions = { dateStyle: "long" }): string {
  return new Intl.DateTimeFormat(locale, style).format(seconds * 1000);
}

/** "Ann", "Ann and Ben", "Ann, Ben and Cay". */
export function listed(words: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(locale, { type }).format(words);
}
