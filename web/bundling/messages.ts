// The English text of the client is in one file for its common part and one in each game's folder. The browser gets it in
// two parts: what the lobby says comes with the first page, the rest with the first page that is not the lobby.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:messages/";
/** The sections that the lobby needs, of the common file and of a game's. */
const FIRST = { common: ["common", "lobby", "pieces"], game: ["lobby"] };

/** Serves `virtual:messages/first` and `/more`; a game's texts stand under the name of its folder. */
export function messages(source: string): Plugin {
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return null;
      const first = id.endsWith("/first");
      const part = (file: string, sections: string[]): object => {
        this.addWatchFile(file);
        const all = Object.entries(JSON.parse(readFileSync(file, "utf8")));
        return Object.fromEntries(all.filter(([section]) => sections.includes(section) === first));
      };
      const games = gameFiles(join(source, "games")).map(([game, file]) => [game, part(file, FIRST.game)]);
      const common = part(join(source, "messages/en.json"), FIRST.common);
      return `export default ${JSON.stringify({ ...common, ...Object.fromEntries(games) })}`;
    },
  };
}

function gameFiles(folder: string): [game: string, file: string][] {
  return readdirSync(folder)
    .map((game): [string, string] => [game, join(folder, game, "messages/en.json")])
    .filter(([, file]) => existsSync(file));
}
