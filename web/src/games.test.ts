// Code about one game is in its folder: no other module names a game, or uses what only one game has.
import { expect, test } from "vitest";
import { gameTitle } from "./lobby/describe";

const sources = import.meta.glob<string>("./**/*.{ts,svelte,css,json}", {
  eager: true,
  query: "?raw",
  import: "default",
});
const games = [...new Set(paths("./games/").map((path) => path.split("/")[2]!))];
const common = paths("./").filter((path) => !path.startsWith("./games/") && !path.endsWith(".test.ts"));

function paths(start: string): string[] {
  return Object.keys(sources).filter((path) => path.startsWith(start));
}

/** Matches of a pattern in the modules that belong to no game. */
function found(pattern: RegExp): string[] {
  return common.flatMap((path) => {
    const lines = sources[path]!.split("\n");
    return lines.flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []));
  });
}

/** Words that only one of the lists has. */
function peculiar(lists: string[][]): string[] {
  const all = lists.flatMap((list) => [...new Set(list)]);
  return all.filter((name) => all.indexOf(name) === all.lastIndexOf(name));
}

/** Fields of a game's board and settlement. */
function fields(game: string): string[] {
  const types = sources[`./games/${game}/wire.d.ts`] ?? "";
  return [...types.matchAll(/^ {2}(\w+): /gm)].map((field) => field[1]!);
}

/** Verbs of a game's actions and events that have texts of their own. */
function verbs(game: string): string[] {
  const { moves = {}, log = {} } = JSON.parse(sources[`./games/${game}/messages/en.json`] ?? "{}");
  return [...Object.keys(moves), ...Object.keys(log)].map((key) => /^[a-z]+/.exec(key)![0]);
}

test("every file of a game is in its folder, and there are games", () => {
  expect(games.length).toBeGreaterThan(3);
  for (const path of paths("./games/")) expect(path.split("/").length, path).toBeGreaterThan(3);
});

test("no common module names a game", () => {
  for (const game of games) expect(found(new RegExp(`${game}|${gameTitle(game)}`))).toEqual([]);
});

test("no common module reads a field that only one game's board has", () => {
  const shared = [...sources["./wire.d.ts"]!.matchAll(/^ {2}(\w+)\??: /gm)].map((field) => field[1]!);
  const names = peculiar(games.map(fields)).filter((name) => !shared.includes(name));
  expect(names.length).toBeGreaterThan(20);
  const pattern = new RegExp(
    `(board|last)(\\(\\))?[?!]?\\.(${names.join("|")})\\b|["'](${names.join("|")})["'] in `,
  );
  expect(found(pattern)).toEqual([]);
});

test("no common module knows a verb that only one game has", () => {
  const names = peculiar(games.map(verbs)).filter((verb) => !["play", "bid", "pass", "table"].includes(verb));
  expect(names.length).toBeGreaterThan(8);
  // as in `verb === "offer"`, `can("offer")` and `offer ${card}`
  const pattern = new RegExp(`(=== |case |[([,] ?)(["'\`])(${names.join("|")})(\\2| \\$)`);
  expect(found(pattern)).toEqual([]);
});

test("no game's module looks up its own texts as if they were common ones", () => {
  for (const path of paths("./games/")) expect(sources[path], path).not.toMatch(/\btextAt\(/);
});
