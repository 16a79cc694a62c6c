// Every sentence of the client comes from one message file, so that it can be translated.
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

const LOCALE = "en";
const texts = new Map<string, string | Plural>();
const plurals = new Intl.PluralRules(LOCALE);

learn(first);

/** Take in more text. */
export function learn(found: Texts, prefix = ""): void {
  for (const [key, value] of Object.entries(found)) {
    if (isText(value)) texts.set(prefix + key, value);
    else learn(value, `${prefix}${key}.`);
  }
}

function isText(value: string | Plural | Texts): value is string | Plural {
  return typeof value === "string" || (typeof value.one === "string" && typeof value.other === "string");
}

/** The text of a key with its places filled in; `count` chooses between one and more. */
export function t(key: Key, values: Values = {}): string {
  return told(key, values);
}

/** The same for a key that is known only at run time. A key that is nowhere comes back as it is. */
export function told(key: string, values: Values = {}): string {
  const text = texts.get(key);
  if (text === undefined) return key;
  const chosen = typeof text === "string" ? text : text[form(Number(values.count))];
  return chosen.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Whether there is a text for a key. */
export function has(key: string): key is Key {
  return texts.has(key);
}

function form(count: number): keyof Plural {
  return plurals.select(count) === "one" ? "one" : "other";
}

/** "Ann", "Ann and Ben", "Ann, Ben and Cay". */
export function listed(words: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat("en-GB", { type }).format(words);
}
