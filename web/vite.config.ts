import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { messages } from "./bundling/messages";
import { filesForWorker } from "./bundling/worker";

const source = fileURLToPath(new URL("src", import.meta.url));

// Every address in the built client is relative, so that it works under any path behind a proxy.
export default defineConfig({
  base: "./",
  plugins: [svelte(), messages(source), filesForWorker()],
  build: {
    outDir: "../src/saleroom/server/client",
    emptyOutDir: true,
    target: "es2022",
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
  test: { setupFiles: ["src/lib/moreMessages.ts"] },
});
