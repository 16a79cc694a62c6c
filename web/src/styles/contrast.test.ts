import { describe, expect, it, test } from "vitest";
import type { GameLook } from "../art/gameLook";
import css from "./tokens.css?raw";

/* An audit of a page checks neither a gradient's colours nor hover styles: these pairs are checked here. */
const READABLE = 4.5; // WCAG 2.2, 1.4.3, for text of ordinary size
const TEXT_ON = [
  ["--on-brass", "--brass"],
  ["--on-brass", "--brass-light"],
  ["--ink", "--room"],
  ["--ink-quiet", "--room"],
  ["--felt-ink", "--felt"],
  ["--felt-quiet", "--felt"],
  ["--paper-ink", "--paper-shade"],
  ["--paper-quiet", "--paper"],
] as const;

function block(selector: string): Map<string, string> {
  const from = css.indexOf(`${selector} {`);
  const text = css.slice(from, css.indexOf("\n}", from));
  return new Map(
    [...text.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]),
  );
}

/** Relative luminance by WCAG, 0 to 1. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const looks = import.meta.glob<GameLook>("../games/*/look.ts", { eager: true, import: "look" });
const TEXT_ON_FELT = ["--felt-ink", "--felt-quiet", "--felt-brass", "--lit"];

function emblemOf({ back }: GameLook): string {
  return back.emblem;
}

const dark = block(":root");
const THEMES = { dark, light: new Map([...dark, ...block(':root[data-theme="light"]')]) };

describe.each(Object.entries(THEMES))("in the %s theme", (_, colours) => {
  it.each(TEXT_ON)("%s is readable on %s", (text, ground) => {
    expect(contrast(colours.get(text)!, colours.get(ground)!)).toBeGreaterThanOrEqual(READABLE);
  });
});

describe.each(Object.entries(looks))("on the felt of %s", (_, look) => {
  it.each(["dark", "light"] as const)("text is readable in the %s theme", (theme) => {
    for (const text of TEXT_ON_FELT)
      for (const [part, ground] of Object.entries(look[theme])) {
        const ratio = contrast(THEMES[theme].get(text)!, ground);
        expect(ratio, `${text} on ${part}`).toBeGreaterThanOrEqual(READABLE);
      }
  });
});

test("each game has a felt and a back of its own", () => {
  const games = Object.values(looks);
  expect(games.length).toBe(5);
  for (const part of [(look: GameLook) => look.dark.felt, (look: GameLook) => look.light.felt, emblemOf])
    expect(new Set(games.map(part)).size).toBe(games.length);
});
