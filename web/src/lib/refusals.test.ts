import { afterEach, describe, expect, test } from "vitest";
import english from "../messages/en.json";
import { learn, speak, type Texts } from "./messages";
import { refusalText } from "./refusals";

const files = import.meta.glob<Texts>("../**/messages/*.json", { eager: true, import: "default" });
const NAMES = ["spades", "8C", "the flop", "{seat}"];

/** Sets the language as the page does: the common texts, and those of each game below its name. */
function speakAll(language: string): void {
  speak(language, files[`../messages/${language}.json`]!);
  for (const [path, texts] of Object.entries(files)) {
    const [, game] = /games\/([^/]+)\/messages\/(\w+)\.json/.exec(path) ?? [];
    if (game && path.endsWith(`/${language}.json`)) learn(texts, `${game}.`);
  }
}

afterEach(() => speak("en-GB", english));

describe.each([
  [
    "de",
    "spades hat noch 20 Sekunden.",
    "8C hat noch eine Sekunde.",
    "Du bist nicht am Zug; warte auf spades.",
    "Sag, mit wem du tauschst: spades, 8C oder the flop.",
    "Du musst die höchste gelegte Karte in Pik nehmen: Kreuz-Acht, also tausch mit {seat}.",
  ],
  [
    "fr",
    "Il reste 20 secondes à spades.",
    "Il reste une seconde à 8C.",
    "Ce n’est pas à vous de jouer\u00a0; attendez spades.",
    "Dites avec qui vous échangez\u00a0: spades, 8C ou the flop.",
    "Vous devez prendre la plus forte carte posée à pique\u00a0: le huit de trèfle, donc échangez avec {seat}.",
  ],
])("in %s", (language, ...expected) => {
  const [seconds, second, turn, trade, highest] = expected;
  const said = (key: string, params: Parameters<typeof refusalText>[0]["params"]): string =>
    refusalText({ text: "English.", key, params }, NAMES);

  test("people keep their names, those of cards too", () => {
    speakAll(language);
    expect(said("nudge.seconds-left", { name: "spades", count: 20 })).toBe(seconds);
    expect(said("nudge.seconds-left", { name: "8C", count: 1 })).toBe(second);
    expect(said("not-your-turn", { acting_seats: [0] })).toBe(turn);
    expect(said("auction-house.trade-with", { chairs: [0, 1, 2] })).toBe(trade);
    expect(said("auction-house.trade-highest", { suit: "S", piece: "8C", seat: 3 })).toBe(highest);
  });

  test("a key that is newer than the client, and a text without a key, are shown as they are", () => {
    speakAll(language);
    expect(said("auction-house.newer", { seat: 1 })).toBe("English.");
    expect(said("newer", {})).toBe("English.");
    expect(refusalText({ text: "you hold no 8C", key: null, params: {} })).toBe("you hold no 8C");
    expect(refusalText({ text: "From an older server." })).toBe("From an older server.");
  });
});

test("English is the server's line", () => {
  const refusal = {
    text: "It is not Ann's turn.",
    key: "not-your-turn",
    params: { acting_seats: [0] },
  };
  expect(refusalText(refusal, NAMES)).toBe("It is not Ann's turn.");
});

test("lists, cards and tiles are written as in the language", () => {
  speakAll("de");
  const text = "English.";
  expect(refusalText({ text, key: "not-held", params: { piece: "6-4" } })).toBe(
    "Du hast Sechs-Vier nicht auf der Hand.",
  );
  const games = ["auction-house", "auction-pitch"];
  expect(refusalText({ text, key: "no-game", params: { games } })).toBe(
    "Dieses Spiel gibt es nicht; die Spiele sind auction-house und auction-pitch.",
  );
  const params = { option: "low", value: "'x'", choices: ["taken", "dealt"] };
  expect(refusalText({ text, key: "option-value", params })).toBe(
    "Low ist 'x'; möglich ist taken oder dealt.",
  );
});
