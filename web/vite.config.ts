import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { messages } from "./bundling/messages";
import { filesForWorker } from "./bundling/worker";

const source = fileURLToPath(new URL("src", import.meta.url));

const components = new Map<string, string>();

/** Short names for the styles of components, each by its file; two of the same would mix their styles. */
function cssHash({ hash, filename }: { hash: (text: string) => string; filename: string }): string {
  const name = `s-${hash(filename).slice(0, 4)}`;
  const other = components.get(name) ?? filename;
  if (other !== filename)
    throw new Error(`${filename} and ${other} have the same short name: take more letters`);
  components.set(name, filename);
  return name;
}

// Every address in the built client is relative, so that it works under any path behind a proxy.
export default defineConfig({
  base: "./",
  plugins: [svelte({ compilerOptions: { cssHash } }), messages(source), filesForWorker()],
  build: {
    outDir: "../src/saleroom/server/client",
    emptyOutDir: true,
    target: "es2022",
    minify: "terser", // smaller than the usual one by a few in a hundred
    terserOptions: { ecma: 2020, module: true, compress: { passes: 2 } },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        // Few files, which compress better: what the lobby needs, the table with all its games, and what is around matches.
        codeSplitting: {
          groups: [
            {
              name: "lobby",
              test: /node_modules.svelte|src.(art|ui|lobby).|games.[^/]+.Picture|messages.first|src.pages.(NewTable|NotFound|RulesPage)|src.lib.(api|base|messages|names|pieces|prefs|router|toast|update)\.ts/,
              priority: 2,
            },
            { name: "table", test: /src.(board|games|table).|src.pages.TablePage/, priority: 1 },
            {
              name: "matches",
              test: /src.(contest|event|lesson|match|me|practice).|src.pages.(Challenge|Daily|Event|Lesson|Match|Me|Practice)Page|src.pages.NewEvent/,
            },
          ],
        },
        // The worker's address must never change.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8642", ws: true } },
  },
  test: { setupFiles: ["src/lib/moreMessages.ts"], css: { include: [/tokens\.css/] } }, // its colours are tested
});
