// Writes the client's types from the schemas of the server's messages: `src/wire.d.ts`, and for each game a `wire.d.ts`
// in its folder with its additional board fields. Called by `make types`: node bundling/types.js [schemas] [folder]
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compile } from "json-schema-to-typescript";

const [schemas = "wire.schema.json", folder = "src"] = process.argv.slice(2);
const { wire, games } = JSON.parse(readFileSync(schemas, "utf8"));
const BANNER = "/* Generated from the server's messages by make types. */";

await write("wire.d.ts", wire, () => "");
for (const [game, definitions] of Object.entries(games)) {
  const own = Object.fromEntries(Object.entries(definitions).filter(([name]) => !(name in wire)));
  await write(`games/${game}/wire.d.ts`, own, (used) => {
    const shared = [...used].filter((name) => name in wire).sort();
    return shared.length ? `import type { ${shared.join(", ")} } from "../../wire";\n` : "";
  });
}

/** Writes a file with these definitions; `imports` makes its first lines from the names that they refer to. */
async function write(file, definitions, imports) {
  const used = new Set();
  const types = [];
  for (const [name, definition] of Object.entries(definitions)) {
    const type = await compile(named(definition, used), name, { bannerComment: "" });
    types.push(type.replace(/\/\*\*\n *\* (.*)\n *\*\/\n/g, "/** $1 */\n"));
  }
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, [`${BANNER}\n`, imports(used), ...types].filter(Boolean).join("\n"));
}

/** A part of a schema with references replaced by the names of their types, which are added to `used`. */
function named(part, used) {
  if (Array.isArray(part)) return part.map((inner) => named(inner, used));
  if (!part || typeof part !== "object") return part;
  const { $ref, ...rest } = part;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, named(value, used)]));
  if (typeof $ref !== "string") return inner;
  const name = $ref.split("/").at(-1);
  used.add(name);
  return { ...inner, tsType: name };
}
