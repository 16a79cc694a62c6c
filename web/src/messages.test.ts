// Every language has the same messages as English, with the same placeholders, and no component contains text of its
// own.
import { afterAll, describe, expect, test } from "vitest";
import { filled, UNTRANSLATED } from "../bundling/messages";
import english from "./messages/en.json";
import { LANGUAGES, preferred } from "./lib/language";
import { learn, listed, speak, textAt, type Texts } from "./lib/messages";
import { decimal, percent } from "./lib/numbers";

const files = import.meta.glob<Texts>("./**/messages/*.json", { eager: true, import: "default" });
const sources = import.meta.glob<string>("./**/*.svelte", { eager: true, query: "?raw", import: "default" });
const modules = import.meta.glob<string>(["./**/*.ts", "!./**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const others = Object.keys(LANGUAGES).filter((language) => language !== "en");

const FORM = /\.(one|other)$/;

/** The texts of a file by key; a plural has one text for each of its forms. */
function flat(texts: Texts, prefix = ""): Record<string, string> {
  const parts = Object.entries(texts).map(([key, value]) =>
    typeof value === "string" ? { [prefix + key]: value } : flat(value as Texts, `${prefix}${key}.`),
  );
  return Object.assign({}, ...parts) as Record<string, string>;
}

/** The keys of all texts; a plural counts as one, because languages have different forms. */
function keys(texts: Record<string, string>): string[] {
  return [...new Set(Object.keys(texts).map((key) => key.replace(FORM, "")))].sort();
}

/** The placeholders; the singular may write its number as a word: "one more". */
function places(key: string, text: string): string[] {
  const found = [...new Set(text.match(/\{\w+\}/g))].sort();
  return key.endsWith(".one") ? found.filter((place) => place !== "{count}") : found;
}

describe.each(Object.keys(files).filter((path) => path.endsWith("/en.json")))("%s", (path) => {
  const known = flat(files[path]!);
  test.each(others)("in %s: the same keys, and the same places in each", (language) => {
    const file = files[path.replace("en.json", `${language}.json`)];
    expect(file, "there is no such file").toBeDefined();
    const { refusals: _, ...texts } = file!; // their English texts are the server's; `tests/contract/test_refusal_texts.py` compares them
    const own = flat(texts);
    expect(keys(own)).toEqual(keys(known));
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe("");
      if (text === UNTRANSLATED) continue;
      expect(places(key, text), key).toEqual(places(key, known[key] ?? known[key.replace(FORM, "")]!));
    }
  });
});

/** Text between tags, and in attributes that are announced or shown, which should be in message files. */
function literals(source: string): string[] {
  const markup = source.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<code>[\s\S]*?<\/code>/g, "");
  let plain = markup;
  for (let before = ""; before !== plain;) [before, plain] = [plain, plain.replace(/\{[^{}]*\}/g, "")];
  const shown = [...plain.matchAll(/>([^<>]*)</g)].map((found) => found[1]!.replace(/&\w+;/g, ""));
  const said = /\b(?:aria-label|title|alt|label|placeholder|meaning|legend|text)="([^"{}]*)"/g;
  return [...shown, ...[...plain.matchAll(said)].map((found) => found[1]!)].filter((text) =>
    /\p{L}{2}/u.test(text),
  );
}

test("what is not translated yet is English", () => {
  const known = { a: "One", b: { one: "{count} card", other: "{count} cards" }, c: { d: "Two" } };
  const own = { a: UNTRANSLATED, b: UNTRANSLATED, c: { d: "Zwei" } };
  expect(filled(own, known)).toEqual({ ...known, c: { d: "Zwei" } });
});

test("literals are found", () => {
  const source = `<script>const a = "x y";</script><p title="Oh no">{t("a.b")} Hello {#if a}you{/if}</p>`;
  expect(literals(source)).toEqual([" Hello you", "Oh no"]);
});

test("no component has text of its own", () => {
  for (const [path, source] of Object.entries(sources)) expect(literals(source), path).toEqual([]);
});

/** Sentences in code: several words in quotation marks that begin with a capital. */
function spoken(source: string): string[] {
  const code = source.replace(/<style[\s\S]*?<\/style>|\/\*[\s\S]*?\*\/|^\s*\/\/.*$|<!--[\s\S]*?-->/gm, "");
  return [...code.matchAll(/(["'`])(\p{Lu}\p{Ll}+,? \p{Ll}[^"'`\n]*)\1/gu)].map((found) => found[2]!);
}

test("no module has sentences of its own, but for reports of bugs, which are English", () => {
  expect(spoken('// "Not here"\nconst said = "Well played"; const a = `Take ${it}`;')).toEqual([
    "Well played",
  ]);
  for (const [path, source] of Object.entries({ ...sources, ...modules }))
    expect(
      spoken(source).filter((text) => text !== "Saleroom bug report"),
      path,
    ).toEqual([]);
});

test("the first language that there is text in is taken", () => {
  expect(preferred(["", "it-IT", "de-AT", "fr"])).toBe("de");
  expect(preferred(["pt", "fr-CA", "en"])).toBe("fr");
  expect(preferred(["", "nl"])).toBe("en");
});

describe("in another language", () => {
  afterAll(() => speak("en-GB", english));

  test("numbers, lists and plural forms are that language's", () => {
    speak("de", { cards: { one: "{count} Karte", other: "{count} Karten" } });
    expect([textAt("cards", { count: 1 }), textAt("cards", { count: 1200 })]).toEqual([
      "1 Karte",
      "1.200 Karten",
    ]);
    expect([decimal(-1.25, 2), percent(1, 3)]).toEqual(["−1,25", "33,3 %"]);
    expect([percent(0, 7), percent(7, 7), percent(0, 0)]).toEqual(["0 %", "100 %", "–"]);
    expect(listed(["Ann", "Ben", "Cay"])).toBe("Ann, Ben und Cay");
    speak("fr", { cards: { one: "{count} carte", other: "{count} cartes" } });
    expect(textAt("cards", { count: 0 })).toBe("0 carte"); // singular, where English has the plural
  });

  test("its text replaces the one before", () => {
    speak("de", { only: "hier" });
    expect([textAt("only"), textAt("common.close")]).toEqual(["hier", "common.close"]);
    learn({ more: "mehr" });
    expect(textAt("more")).toBe("mehr");
  });
});

// A value can reach `t` through a variable, so only its name is looked for, anywhere in the file that uses the message.
test("every placeholder of a message is named where the message is used", () => {
  const texts = flat(english as Texts);
  const missing = Object.entries({ ...sources, ...modules }).flatMap(([file, source]) =>
    Array.from(source.matchAll(/\bt\(\s*"([\w.]+)"/g)).flatMap(([, key]) => {
      const forms = [texts[key!], texts[`${key}.one`], texts[`${key}.other`]].filter(
        (text) => text !== undefined,
      );
      const placeholders = forms.flatMap((text) =>
        Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!),
      );
      return placeholders
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(source.replaceAll(`"${key}"`, "")))
        .map((name) => `${file}: ${key}: {${name}}`);
    }),
  );
  expect(missing).toEqual([]);
});
