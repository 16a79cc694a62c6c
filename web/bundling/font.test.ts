import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHARACTERS, LICENSE, subset } from "./font";

const web = join(import.meta.dirname, "..");
const LARGEST = 25_000; // bytes

test("the display face stays small", async () => {
  expect((await subset()).length).toBeLessThanOrEqual(LARGEST);
});

test("the display face has every letter and digit of the texts", () => {
  const files = readdirSync(join(web, "src"), { encoding: "utf8", recursive: true }).filter((file) =>
    /messages.[a-z]+\.json$/.test(file),
  );
  expect(files.length).toBeGreaterThan(15);
  const texts = files.map((file) => readFileSync(join(web, "src", file), "utf8")).join("");
  const missing = new Set(texts.match(/[\p{L}\p{N}]/gu)!.filter((letter) => !CHARACTERS.includes(letter)));
  expect([...missing]).toEqual([]);
});

test("the client serves the licence of the display face", () => {
  const { resolve } = createRequire(import.meta.url);
  expect(readFileSync(join(web, "public/font-license.txt"), "utf8")).toBe(
    readFileSync(resolve(LICENSE), "utf8"),
  );
});
