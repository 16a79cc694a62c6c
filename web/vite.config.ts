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
        // Few files, which compress better: what the lobby needs, and the rest. All pages but those of the lobby show a table or
        // lead to one, and its file is fetched ahead.
        codeSplitting: {
          groups: [
            {
              name: "lobby",
              test: /node_modules.svelte|src.(?!art.(Likeness|Face|Person|face|people)\.|ui.PortraitChoice|lobby.PrintedSheet)(art|ui|lobby|styles).|src.App|games.[^/]+.(Picture|look)|messages.first|src.pages.(Lobby|NewTable|NotFound|RulesPage)|src.lib.(api|base|guest|messages|names|pieces|portrait\.svelte|prefs|refusals|router|toast|update)\.ts/,
              priority: 2,
            },
            // Drawn after the first view.
            {
              name: "portraits",
              test: /src.(art.(Likeness|Face|Person|face|people)|ui.PortraitChoice)\./,
              priority: 1,
            },
            {
              name: "rest",
              test: /src.(board|contest|effects|event|games|lesson|match|me|practice|table).|src.pages.(?!ClassPage|SheetPage|StopPage)/,
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
