// Writes the client's types from the schema of the server's messages: `src/wire.d.ts`, and for each game a `wire.d.ts`
// in its folder with its additional board fields. Called by `make types`: node bundling/types.js [schema] [folder]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile } from "json-schema-to-typescript";

const [schema = "wire.schema.json", folder = "src"] = process.argv.slice(2);
const { wire, games } = JSON.parse(readFileSync(schema, "utf8"));
const banner = "/* Generated from the server's messages by make types. */";

await write("wire.d.ts", wire, banner);
for (const [game, own] of Object.entries(games)) {
  const shared = Object.keys(own.definitions).filter((name) => name in wire.definitions);
  for (const name of shared) {
    delete own.definitions[name];
    delete own.properties[name];
  }
  const used = new Set();
  const schema = named(own, shared, used);
  const imports = `import type { ${[...used].sort().join(", ")} } from "../../wire";`;
  await write(`games/${game}/wire.d.ts`, schema, used.size ? `${banner}\n\n${imports}` : banner);
}

/** A part of a schema with references to shared types replaced by their names. */
function named(part, shared, used) {
  if (Array.isArray(part)) return part.map((inner) => named(inner, shared, used));
  if (!part || typeof part !== "object") return part;
  const name = part.$ref?.split("/").at(-1);
  if (shared.includes(name)) {
    used.add(name);
    return { tsType: name };
  }
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, named(inner, shared, used)]));
}

async function write(file, schema, bannerComment) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await compile(schema, schema.title, { bannerComment, unreachableDefinitions: true }));
}
