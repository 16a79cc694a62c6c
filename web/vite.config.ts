import { readdirSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { displayFont } from "./bundling/font";
import { chunkName, messages } from "./bundling/messages";
import { filesForWorker } from "./bundling/worker";

const source = fileURLToPath(new URL("src", import.meta.url));

const components = readdirSync(source, { encoding: "utf8", recursive: true })
  .filter((file) => file.endsWith(".svelte"))
  .sort();

/** The shortest names there are for the styles of our components: their numbers. No other class begins with a capital letter. */
function cssHash({ hash, filename }: { hash: (text: string) => string; filename: string }): string {
  const number = components.indexOf(relative(source, resolve(filename)));
  return `S${number < 0 ? hash(filename) : number.toString(36)}`;
}

// Every address in the built client is relative, so that it works under any path behind a proxy.
export default defineConfig({
  base: "./",
  plugins: [svelte({ compilerOptions: { cssHash } }), messages(source), displayFont(), filesForWorker()],
  build: {
    outDir: "../src/saleroom/server/client",
    emptyOutDir: true,
    target: "es2022",
    minify: "terser", // smaller than the usual one by a few in a hundred
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3, keep_fargs: false, hoist_funs: true } },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        // Few files, which compress better, each with what its modules import that no file above it has: the first view; what is
        // drawn after it; what is fetched ahead (other pages of the lobby, a table); and all further pages.
        codeSplitting: {
          groups: [
            { name: "lobby", test: /src.App\./, priority: 4 },
            {
              name: "setup",
              test: /src.ui.(?!PortraitChoice)|src.pages.(NewTable|NotFound|RulesPage)/,
              priority: 3,
            },
            {
              name: "portraits",
              test: /src.(art.(Likeness|Face|Person|face|people)|ui.PortraitChoice)\./,
              priority: 2,
            },
            { name: "table", test: /src.(board|games|table).|src.pages.HeldTable/, priority: 1 },
            {
              name: "pages",
              test: /src.(contest|effects|event|lesson|match|me|practice).|src.pages.(?!SheetPage|StopPage)/,
            },
          ],
        },
        chunkFileNames: chunkName,
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
