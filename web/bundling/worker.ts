import type { Plugin } from "vite";

/** Writes the names of all built files into the service worker, which keeps them. */
export function filesForWorker(): Plugin {
  return {
    name: "files-for-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      if (worker?.type !== "chunk") throw new Error("there is no service worker");
      worker.code = `const FILES=${JSON.stringify(files.sort())};${worker.code}`;
    },
  };
}
