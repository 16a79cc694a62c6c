import { expect, test } from "vitest";
import type { Choice, GameInfo } from "../wire";
import { optionsToAddress, optionsFromAddress } from "./addressOptions";
import { Setup, Variant } from "./setup.svelte";

const hand: Choice = {
  name: "hand",
  kind: "number",
  values: [],
  low: 1,
  high: 44,
  defaults: { 2: 7, 3: 7, 4: 6 },
  meaning: "how many tiles each player is dealt",
  unit: "tiles",
};
const two: Choice = {
  ...hand,
  name: "last_two",
  kind: "word",
  values: ["auction", "left"],
  low: null,
  high: null,
};
two.defaults = { 2: "auction", 3: "auction", 4: "auction" };
const game: GameInfo = {
  name: "some-game",
  title: "Some Game",
  gist: "",
  seats: [2, 3, 4],
  usual_seats: 4,
  daily: {},
  quick: { options: {}, minutes: 9 },
  lesson: true,
  unit: "chips",
  options: [hand, two],
};

test("only what differs from the usual is asked for, and the usual follows the seats", () => {
  const variant = new Variant(game);
  expect(variant.asked).toEqual({ seats: 4, options: {} });
  variant.seats = 2;
  expect(variant.value(hand)).toBe(7);
  variant.choose(hand, 7);
  expect(variant.changed).toBe(false);
  variant.choose(two, "left");
  expect(variant.asked).toEqual({ seats: 2, options: { last_two: "left" } });
});

test("play now deals while bots take the open chairs; an invitation waits for people", () => {
  const setup = new Setup(game);
  setup.put(2, { kind: "open" });
  const now = setup.asked("Ann", true);
  const later = setup.asked("Ann", false);
  for (const { chairs } of [now, later])
    expect(chairs.map((chair) => chair.kind)).toEqual(["me", "bot", "open", "bot"]);
  expect([now.start, now.fill]).toEqual([true, "medium"]);
  expect([later.start, later.fill]).toEqual([false, null]);
});

test("one has exactly one chair, whatever is chosen", () => {
  const setup = new Setup(game);
  setup.put(3, { kind: "me" });
  expect(setup.chairs.map((chair) => chair.kind)).toEqual(["bot", "bot", "bot", "me"]);
  setup.seat(2);
  expect(setup.chairs.map((chair) => chair.kind)).toEqual(["me", "bot"]);
});

test("options go into an address and come back; nonsense does not", () => {
  const search = optionsToAddress(3, { hand: 5, last_two: "left" });
  expect(optionsFromAddress(search, game)).toEqual({ seats: 3, options: { hand: 5, last_two: "left" } });
  expect(optionsFromAddress("?seats=9&hand=45&last_two=burn&ante=2", game)).toEqual({ options: {} });
});

test("with a person at this device, the table is one that people pass round", () => {
  const setup = new Setup(game);
  setup.put(1, { kind: "here", name: " Jon " });
  setup.put(2, { kind: "here", name: " " });
  setup.put(3, { kind: "open" });
  expect(setup.onDevice).toBe(true);
  const { chairs, ...rest } = setup.askedHere("Ines", (seat) => `Player ${seat + 1}`);
  expect(chairs).toEqual([{ name: "Ines" }, { name: "Jon" }, { name: "Player 3" }, { player: "medium" }]);
  expect(Object.keys(rest).sort()).toEqual(["game", "hints", "name", "options", "pace", "seats"]);
  setup.put(1, { kind: "open" });
  setup.put(2, { kind: "open" });
  expect(setup.onDevice).toBe(false);
});
