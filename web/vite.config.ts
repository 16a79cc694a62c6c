import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Writes the names of all built files into the service worker, which keeps them. */
function filesForWorker(): Plugin {
  return {
    name: "files-for-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      if (worker?.type === "chunk")
        worker.code = `const FILES=${JSON.stringify(files.sort())};${worker.code}`;
    },
  };
}

// Every address in the built client is relative, so that it works under any path behind a proxy.
export default defineConfig({
  base: "./",
  plugins: [svelte(), filesForWorker()],
  build: {
    outDir: "../src/saleroom/server/client",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        // The worker's address must never change.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8642", ws: true } },
  },
});
