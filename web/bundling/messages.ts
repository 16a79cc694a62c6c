// Texts of the client, by language: one file for the common part and one in each game's folder. The browser gets
// English in two parts: the lobby's texts with the first page, the others with the first further page. Another language
// is loaded as a whole, and only on request.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:messages/";
/** Marks a text without a translation yet in a file of another language; `make release` refuses it. */
export const UNTRANSLATED = "[not translated yet]";
/** Prefix of built files with a language. */
export const LANGUAGE_FILE = "assets/language-";
/** The sections for the lobby, of the common file and of a game's. */
const FIRST = { common: ["common", "lobby", "pieces"], game: ["lobby"] };

/**
 * Serves `virtual:messages/first`, `/more`, and one module for each language, such as `/de`. A game's texts are below
 * the name of its folder.
 */
export function messages(source: string): Plugin {
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return null;
      const asked = id.split("/").at(-1)!;
      const language = asked === "first" || asked === "more" ? "en" : asked;
      const wanted = (section: string, ofFirst: string[]): boolean =>
        language === asked || ofFirst.includes(section) === (asked === "first");
      const part = (file: string, sections: string[]): object => {
        this.addWatchFile(file);
        const all = Object.entries(withEnglish(file, language) as object);
        return Object.fromEntries(all.filter(([section]) => wanted(section, sections)));
      };
      const games = gameFiles(join(source, "games"), language).map(([game, file]) => [
        game,
        part(file, FIRST.game),
      ]);
      const common = part(join(source, `messages/${language}.json`), FIRST.common);
      return `export default ${JSON.stringify({ ...common, ...Object.fromEntries(games) })}`;
    },
  };
}

function withEnglish(file: string, language: string): unknown {
  const own: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (language === "en") return own;
  return filled(own, JSON.parse(readFileSync(file.replace(/[a-z]+(?=\.json$)/, "en"), "utf8")));
}

/** Texts of a language, with English ones in place of missing translations. */
export function filled(own: unknown, english: unknown): unknown {
  if (own === UNTRANSLATED) return english;
  if (typeof own !== "object" || own === null) return own;
  const known = english as Record<string, unknown> | undefined;
  return Object.fromEntries(Object.entries(own).map(([key, text]) => [key, filled(text, known?.[key])]));
}

/** The name of a built file, with its language if it has one. */
export function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const language = /messages\/([a-z]{2})$/.exec(facadeModuleId ?? "")?.[1];
  return language ? `${LANGUAGE_FILE}${language}-[hash].js` : "assets/[name]-[hash].js";
}

function gameFiles(folder: string, language: string): [game: string, file: string][] {
  return readdirSync(folder)
    .map((game): [string, string] => [game, join(folder, game, `messages/${language}.json`)])
    .filter(([, file]) => existsSync(file));
}
