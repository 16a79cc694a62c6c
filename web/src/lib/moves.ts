// Actions of the record as something that a player may do: in a sentence ("play the jack of diamonds") or in a table.
import { listed, told } from "./messages";
import { isTile, pieceName, rankOf, suitName, suitOf } from "./pieces";

const TEXT = "\uFE0E"; // or some browsers draw suits as little pictures
const SYMBOLS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };
const SUITS_LAST = ["offer", "name"];

type Form = "long" | "short";

/** An action in words; `names` are those of the seats. */
export function moveText(action: string, names: string[]): string {
  return text(action, names, "long");
}

/** The same as short as can be, cards by their signs. */
export function moveShort(action: string, names: string[]): string {
  return text(action, names, "short");
}

function text(action: string, names: string[], form: Form): string {
  const [verb = "", ...rest] = action.split(" ");
  const suit = SUITS_LAST.includes(verb) ? suitName(rest.at(-1) ?? "") : "";
  const pieces = SUITS_LAST.includes(verb) ? rest.slice(0, -1) : rest.filter((word) => word.length > 1);
  const found = told(`moves.${kind(verb, rest)}.${form}`, {
    bid: rest[0] ?? "",
    name: names[Number(rest[0])] ?? "",
    suit,
    pieces: form === "long" ? listed(pieces.map(pieceName)) : pieces.map(sign).join(" "),
  });
  return form === "short" ? found.charAt(0).toUpperCase() + found.slice(1) : found;
}

function kind(verb: string, rest: string[]): string {
  if (verb === "bid" && rest[0] === "0") return "check";
  if (verb === "discard" && rest.length === 0) return "standPat";
  if (verb === "play" && rest.length > 1) return `play${rest[1]}`;
  return verb;
}

/** "10♦", "6-4". */
function sign(piece: string): string {
  if (isTile(piece)) return piece;
  const rank = rankOf(piece);
  return `${rank === "T" ? "10" : rank}${SYMBOLS[suitOf(piece)] ?? ""}${TEXT}`;
}
