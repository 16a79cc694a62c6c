import { expect, test } from "vitest";
import type { Texts } from "./messages";

const files = import.meta.glob<Texts>("../games/*/messages/*.json", { eager: true, import: "default" });
/** Verbs with which a value would continue the name of its option, as in "Revokes: are refused". */
const VERB =
  /^(is|are|was|wins?|takes?|stays?|moves?|costs?|goes|ist|sind|wird|werden|gewinn(t|en)|bleib(t|en)|wandert|kostet|bring(t|en)|est|sont|gagne(nt)?|reste(nt)?|tourne|coûte|valent)\b/;

test("the value of an option can follow a colon after its name", () => {
  const values = Object.entries(files).flatMap(([path, { lobby }]) =>
    Object.values(((lobby as Texts).value ?? {}) as Record<string, Record<string, string>>).flatMap((texts) =>
      Object.values(texts).map((text) => `${path}: ${text}`),
    ),
  );
  expect(values.length).toBeGreaterThan(50);
  expect(values.filter((line) => VERB.test(line.split(": ")[1]!))).toEqual([]);
});
