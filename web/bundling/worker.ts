import type { Plugin } from "vite";
import { LANGUAGE_FILE } from "./messages";

/**
 * Writes the names of the built files into the service worker, which caches them; languages are cached on first use.
 */
export function filesForWorker(): Plugin {
  return {
    name: "files-for-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      const files = Object.keys(bundle).filter(
        (file) => file.startsWith("assets/") && !file.startsWith(LANGUAGE_FILE),
      );
      if (worker?.type !== "chunk") throw new Error("there is no service worker");
      worker.code = `const FILES=${JSON.stringify(files.sort())};${worker.code}`;
    },
  };
}
