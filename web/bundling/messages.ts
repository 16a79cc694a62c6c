// The text of the client is, for each language, in one file for its common part and one in each game's folder. The browser
// gets English in two parts: what the lobby says comes with the first page, the rest with the first page that is not the
// lobby. Another language comes whole, and only to those who want it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:messages/";
/** Stands in a file of another language for a text that has no translation yet; `make release` refuses it. */
export const UNTRANSLATED = "[not translated yet]";
/** How the names of built files begin that hold a language. */
export const LANGUAGE_FILE = "assets/language-";
/** The sections that the lobby needs, of the common file and of a game's. */
const FIRST = { common: ["common", "lobby", "pieces"], game: ["lobby"] };

/** Serves `virtual:messages/first` and `/more`, and `/de` and the like; a game's texts stand under the name of its folder. */
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

/** Texts of a language, with the English ones in place of those that are not translated yet. */
export function filled(own: unknown, english: unknown): unknown {
  if (own === UNTRANSLATED) return english;
  if (typeof own !== "object" || own === null) return own;
  const known = english as Record<string, unknown> | undefined;
  return Object.fromEntries(Object.entries(own).map(([key, text]) => [key, filled(text, known?.[key])]));
}

/** The name of a built file; one that holds a language says so. */
export function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const language = /messages\/([a-z]{2})$/.exec(facadeModuleId ?? "")?.[1];
  return language ? `${LANGUAGE_FILE}${language}-[hash].js` : "assets/[name]-[hash].js";
}

function gameFiles(folder: string, language: string): [game: string, file: string][] {
  return readdirSync(folder)
    .map((game): [string, string] => [game, join(folder, game, `messages/${language}.json`)])
    .filter(([, file]) => existsSync(file));
}
