// The display face: a subset of Fraunces, made before the client's styles are read. Licence: public/font-license.txt.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);
const FACE = "@fontsource/fraunces/files/fraunces-latin-600-normal.woff2";
export const LICENSE = "@fontsource/fraunces/LICENSE";
/** The address that `styles/base.css` refers to. */
const SUBSET = fileURLToPath(new URL("../node_modules/.saleroom/display.woff2", import.meta.url));

/** Characters of English, German and French: printable ASCII, Latin-1, and typographic ones. */
export const CHARACTERS = range(0x20, 0x7e) + range(0xa0, 0xff) + "ŒœŸ–—‘’‚“”„†•…‹›€−";

/** Writes the subset that the styles refer to. */
export function displayFont(): Plugin {
  return {
    name: "display-font",
    async buildStart() {
      mkdirSync(dirname(SUBSET), { recursive: true });
      writeFileSync(SUBSET, await subset());
    },
  };
}

export function subset(): Promise<Buffer> {
  return subsetFont(readFileSync(resolve(FACE)), CHARACTERS, { targetFormat: "woff2" });
}

function range(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
