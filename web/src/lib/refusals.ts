// Refusals in words. A refusal has a key and parameters, whose names give their kinds: `seat`, `acting_seats`, `piece`.
// The English text is the server's own line, so that the client needs no copy; so is the text of a key that is newer
// than the client.
import { gameText, listed, type Values } from "./messages";
import { pieceName, suitName } from "./pieces";

type Word = string | number;
type Params = Record<string, Word | Word[]>;
export interface Refusal {
  /** The English line. */
  text: string;
  key?: string | null;
  params?: Params;
}

/**
 * A refusal as a sentence, or its English line unchanged; `names` are those of the seats. A person's name keeps its
 * lower case.
 */
export function refusalText({ text, key, params = {} }: Refusal, names: string[] = []): string {
  const { count = 0 } = params;
  const template = key ? refusal(key, { count: Number(count) }) : null;
  if (!key || template === null) return text;
  const filled = refusal(key, words(params, names))!;
  return /^\{(\w+_)?(name|seat)\}/.test(template) ? filled : sentence(filled);
}

function refusal(key: string, values: Values): string | null {
  return gameText(key.split(".")[0]!, `refusals.${key}`, values);
}

function words(params: Params, names: string[]): Values {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, worded(name.split("_").at(-1)!, value, names)]),
  );
}

/** A parameter in words, by its kind; those without a kind, such as a person's name, stay unchanged. */
function worded(kind: string, value: Word | Word[], names: string[]): Word {
  if (Array.isArray(value)) {
    const all = value.map((one) => String(worded(kind.replace(/s$/, ""), one, names)));
    return listed(all, ["chairs", "choices", "expected"].includes(kind) ? "disjunction" : "conjunction");
  }
  if (kind === "seat" || kind === "chair") return names[Number(value)] ?? value;
  if (kind === "piece") return pieceName(String(value));
  return kind === "suit" ? suitName(String(value)) : value;
}

/** With a capital, and a full stop at the end. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}
