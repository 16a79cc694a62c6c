// Actions in the notation of the record, as texts for players.
import { gameText, listed, type Values } from "./messages";
import { isCard, isTile, pieceName } from "./pieces";
import { isSuit, SIGNS, pieceSign, WORDS } from "./spelling";

/** In a sentence, in a table, as a seat's last call in an auction, the same in signs, and in a lesson. */
type Form = "long" | "short" | "said" | "call" | "lesson";

/** Parts of an action. */
export interface ReadAction {
  /** Its message keys, the most specific first: `playL`, `bid0`, `discardNone`; then the verb. */
  kinds: string[];
  pieces: string[];
  suit: string;
  number: string;
}

/** Reads an action such as `bid 3` or `play 6-4 L`: verb, cards or tiles, suit, number, side. */
export function readAction(action: string): ReadAction {
  const [verb = "", ...rest] = action.split(" ");
  const pieces = rest.filter((word) => isCard(word) || isTile(word));
  const suit = rest.find(isSuit) ?? "";
  const number = rest.find((word) => /^\d+$/.test(word)) ?? "";
  const side = rest.find((word) => /^[A-Z]$/.test(word) && word !== suit) ?? "";
  const particular = rest.length === 0 ? "None" : number === "0" ? number : side;
  return { kinds: particular ? [verb + particular, verb] : [verb], pieces, suit, number };
}

/** An action in words: "play the jack of diamonds"; `names` are those of the seats. */
export function moveText(game: string, action: string, names: string[], form: Form = "long"): string {
  const { kinds, pieces, suit, number } = readAction(action);
  const values: Values = {
    bid: number,
    name: names[Number(number)] ?? "",
    suit: suit && (form === "call" ? SIGNS : WORDS).suit(suit),
    pieces: ["short", "call"].includes(form)
      ? pieces.map(pieceSign).join(" ")
      : listed(pieces.map(pieceName)),
  };
  const message = form === "call" ? "said" : form;
  const keys = kinds.flatMap((kind) => [`moves.${kind}.${message}`, `moves.${kind}.long`]);
  return gameText(game, keys, values) ?? plainWords(action);
}

/** An action as short as possible, with card symbols. */
export function moveShort(game: string, action: string, names: string[]): string {
  const text = moveText(game, action, names, "short");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An action without a text: its own words, with names of cards and suits. */
function plainWords(action: string): string {
  const named = (word: string): string =>
    isCard(word) || isTile(word) ? pieceName(word) : isSuit(word) ? WORDS.suit(word) : word;
  return action.split(" ").map(named).join(" ");
}
