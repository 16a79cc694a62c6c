// The English text is one file for its translators and two parts for the browser: what the lobby says comes with the
// first page, the rest with the first page that is not the lobby.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const NAME = "virtual:messages/";
const FIRST = ["common", "lobby", "pieces"];

export function messages(file: string): Plugin {
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return null;
      this.addWatchFile(file);
      const first = id.endsWith("/first");
      const sections = Object.entries(JSON.parse(readFileSync(file, "utf8")));
      const part = sections.filter(([section]) => FIRST.includes(section) === first);
      return `export default ${JSON.stringify(Object.fromEntries(part))}`;
    },
  };
}
