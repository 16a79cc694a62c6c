// The English text is one file for its translators and two parts for the browser: what the lobby says comes with the
// first page, the rest with the first page that is not the lobby.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:messages/";
const FIRST = ["common", "lobby", "pieces"];

export function messages(folder: string): Plugin {
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return null;
      const first = id.endsWith("/first");
      const all = Object.entries(read(folder, (file) => this.addWatchFile(file)));
      const part = Object.fromEntries(all.filter(([section]) => FIRST.includes(section) === first));
      return `export default ${JSON.stringify(part)}`;
    },
  };
}

/** One file `en.json`, or a folder `en` with a file for each section. */
function read(folder: string, watch: (file: string) => void): Record<string, unknown> {
  const whole = join(folder, "en.json");
  const files = existsSync(whole) ? [whole] : jsonIn(join(folder, "en"));
  files.forEach(watch);
  const parts = files.map((file): [string, unknown] => [
    file.split("/").at(-1)!.slice(0, -5),
    JSON.parse(readFileSync(file, "utf8")),
  ]);
  return existsSync(whole) ? (parts[0]![1] as Record<string, unknown>) : Object.fromEntries(parts);
}

function jsonIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}
