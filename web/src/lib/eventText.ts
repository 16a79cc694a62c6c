// Events of the record as sentences, for the live region and the log. They do not name what a watcher could not see.
import type { Board, Trick } from "../wire";
import { gameTexts } from "./games";
import { HIDDEN, join, piecesText, type EventContext } from "./gameTexts";
import { gameText, t, type Values } from "./messages";
import { moveText, readAction } from "./moves";
import { WORDS, type Spelling } from "./spelling";

export interface EventTextOptions {
  /** Whether it also names face-down pieces. */
  open?: boolean;
  spelling?: Spelling;
}

/** The sentence of an event. */
export function eventText(
  event: string,
  names: string[],
  you: number | null,
  board: Board,
  { open = false, spelling = WORDS }: EventTextOptions = {},
): string {
  const [actor = "", verb = "", ...rest] = event.split(" ");
  const seat = Number(actor);
  const who = (other: number): string => (other === you ? t("play.you") : (names[other] ?? ""));
  const does = (keys: string | string[], values: Values = {}): string => {
    const texts = [keys].flat().map((key) => `log.${key}.${seat === you ? "you" : "they"}`);
    return gameText(board.game, texts, { name: names[seat] ?? "", ...values }) ?? "";
  };
  const context = { seat, rest, board, open, does, who, spelling };
  const custom = gameTexts(board.game).events?.[actor === "table" ? `table ${verb}` : verb];
  if (custom) return custom(context);
  if (actor === "table") return verb === "deal" ? dealt(context, you) : turned(context, verb);
  return verb === "play" ? played(context) : acted(context, [verb, ...rest].join(" "));
}

/** Whether an event begins a part of its deal: a trick, or what follows a piece that the table turns up. */
export function beginsPart(events: string[], index: number, board: Board): boolean {
  const [actor, verb] = events[index]?.split(" ") ?? [];
  if (actor === "table") return verb !== "deal";
  const plays = events.slice(0, index).filter((event) => event.split(" ")[1] === "play").length;
  return verb === "play" && "trick" in board && plays % board.scores.length === 0;
}

/** Score changes of the last deal, in a sentence. */
export function settlementText(board: Board, names: string[], you: number | null): string {
  if (!board.last) return "";
  const scores = board.last.score.map((change, seat) => {
    const name = seat === you ? t("play.you") : (names[seat] ?? "");
    return `${name} ${change > 0 ? "+" : change < 0 ? "−" : ""}${Math.abs(change)}`;
  });
  return t("log.settled", { deal: board.last.deal, scores: scores.join(", ") });
}

/** An action by the messages in `log`; one without a message in its own words. */
function acted({ board, rest, does, who, seat, spelling }: EventContext, action: string): string {
  const { kinds, suit, number } = readAction(action);
  const pieces = rest.filter((word) => word !== HIDDEN);
  const hidden = pieces.length < rest.length ? [`${action.split(" ")[0]!}Hidden`] : [];
  const text = does([...hidden, ...kinds], {
    bid: number,
    suit: spelling.suit(suit),
    piece: spelling.piece(rest[0] ?? null),
  });
  const words = pieces.length === rest.length ? action : action.split(" ")[0]!;
  const name = who(seat).replace(/^./, (first) => first.toUpperCase());
  return text || t("log.other", { name, words: moveText(board.game, words, []) });
}

/** A played piece, as a part of a trick if there is one. */
export function played({ does, rest: [piece = ""], board, who, spelling }: EventContext): string {
  const tricks = "trick" in board ? (board as Board & { trick: Trick; last_trick: Trick | null }) : null;
  const trick = tricks && (tricks.trick.plays.length ? tricks.trick : tricks.last_trick);
  const leads = trick?.plays[0]?.card === piece;
  const text = does(leads ? "lead" : "play", { piece: spelling.piece(piece) });
  const whole = tricks && trick && tricks.trick.plays.length === 0 && trick.plays.at(-1)?.card === piece;
  if (!whole || trick.winner === null) return text;
  const name = who(trick.winner);
  return join(text, t(name === t("play.you") ? "log.trick.you" : "log.trick.they", { name }));
}

/** The reader's own hand as it was dealt. */
function dealt({ rest: [seat, ...pieces], spelling }: EventContext, you: number | null): string {
  return seat === String(you) && !pieces.includes(HIDDEN)
    ? t("log.dealt", { pieces: piecesText(pieces, spelling) })
    : "";
}

/** An action of the table: by the message in `log.table`, otherwise the pieces that it turned up. */
function turned({ board, rest, spelling }: EventContext, verb: string): string {
  const values = { pieces: piecesText(rest, spelling), suit: spelling.suit(rest[0]?.slice(-1) ?? "") };
  const text = gameText(board.game, `log.table.${verb}`, values);
  return text ?? (values.pieces && t("log.turned", values));
}
