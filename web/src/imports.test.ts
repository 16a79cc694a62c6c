// Imports point one way: between folders as FOLDERS lists them, and between modules without circles. Tests are exempt.
import { expect, test } from "vitest";

/** The folders, each of which imports only from those before it. Modules outside of them may import from all. */
const FOLDERS =
  "lib art ui board games lobby table match contest event effects lesson practice classroom me pages".split(
    " ",
  );
/** Imports of a later folder, loaded when they are needed. */
const LATER = ["lobby/VariantFields.svelte > effects/fields.ts"];

const sources = import.meta.glob<string>("./**/*.{ts,svelte}", {
  eager: true,
  query: "?raw",
  import: "default",
});
const paths = Object.keys(sources)
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => path.slice(2));

interface Import {
  from: string;
  to: string;
  /** Whether a pattern of file names finds it. */
  byName: boolean;
}
const imports = paths.flatMap((from) => {
  const [source, found] = [sources[`./${from}`]!, [] as Import[]];
  for (const [, path] of source.matchAll(/(?:\bfrom|\bimport\(?) ?"(\.[^"?]+)"/g))
    found.push({ from, to: moduleAt(from, path!), byName: false });
  for (const [, pattern] of source.matchAll(/import\.meta\.glob<[^(]*\("(\.\.\/games\/[^"]+)"/g)) {
    const files = new RegExp(`^${pattern!.slice(3).replace("*", "[^/]+")}$`);
    found.push(...paths.filter((to) => files.test(to)).map((to) => ({ from, to, byName: true })));
  }
  return found;
});

/** The file that a module imports by a relative path. */
function moduleAt(from: string, path: string): string {
  const { pathname } = new URL(path, `file:///${from}`);
  const file = ["", ".ts", ".d.ts", ".svelte.ts"].map((end) => pathname.slice(1) + end);
  return file.find((name) => paths.includes(name)) ?? pathname.slice(1);
}

function layer(path: string): number {
  return path.includes("/") ? FOLDERS.indexOf(path.split("/")[0]!) : path === "wire.d.ts" ? -1 : Infinity;
}

test("every folder has its place", () => {
  const folders = new Set(paths.filter((path) => path.includes("/")).map((path) => path.split("/")[0]!));
  expect([...folders].sort()).toEqual([...FOLDERS].sort());
  expect(imports.length).toBeGreaterThan(700);
});

test("a folder imports only from those before it", () => {
  const upwards = imports.filter(({ from, to, byName }) => {
    return !byName && /\.(ts|svelte)$/.test(to) && layer(to) > layer(from);
  });
  expect(upwards.map(({ from, to }) => `${from} > ${to}`)).toEqual(LATER);
});

test("no modules import each other in a circle", () => {
  let rest = imports;
  for (let before = Infinity; rest.length < before;) {
    before = rest.length;
    const importers = new Set(rest.map(({ from }) => from));
    rest = rest.filter(({ to }) => importers.has(to));
  }
  expect(rest).toEqual([]);
});
