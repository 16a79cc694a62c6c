// Events of the record as sentences, for the live region and the log. What a watcher could not see is not named.
import type { Board } from "../wire";
import { has, listed, t, told, type Values } from "./messages";
import { numberName, pieceName, suitName } from "./pieces";

const HIDDEN = "??";

interface Teller {
  seat: number;
  rest: string[];
  board: Board;
  /** Whether everything is open, as after the match. */
  open: boolean;
  /** A sentence of somebody's doing, to himself or to others. */
  does: (key: string, values?: Values) => string;
  who: (seat: number) => string;
}

/** One event as a sentence; nothing where there is nothing to say. `open` names also what was done face down. */
export function tell(event: string, names: string[], you: number | null, board: Board, open = false): string {
  const [actor = "", verb = "", ...rest] = event.split(" ");
  if (actor === "table") return tellTable(verb, rest, you);
  const seat = Number(actor);
  const who = (other: number): string => (other === you ? t("play.you") : (names[other] ?? ""));
  const does = (key: string, values: Values = {}): string =>
    told(`tell.${key}.${seat === you ? "you" : "they"}`, { name: names[seat] ?? "", ...values });
  return TELLERS[verb]?.({ seat, rest, board, open, does, who }) ?? "";
}

/** How the last deal changed the scores, in a sentence. */
export function tellSettlement(board: Board, names: string[], you: number | null): string {
  if (!board.last) return "";
  const scores = board.last.score.map((change, seat) => {
    const name = seat === you ? t("play.you") : (names[seat] ?? "");
    return `${name} ${change > 0 ? "+" : change < 0 ? "−" : ""}${Math.abs(change)}`;
  });
  return t("tell.settled", { deal: board.last.deal, scores: scores.join(", ") });
}

const TELLERS: Record<string, (teller: Teller) => string> = {
  pass: ({ does }) => does("pass"),
  bid: ({ does, rest: [bid = ""] }) => (bid === "0" ? does("check") : does("bid", { bid })),
  offer: ({ does, rest: [card = "", suit = ""] }) =>
    does("offer", { piece: pieceName(card), suit: suitName(suit) }),
  lay: sealed("lay"),
  kitty: sealed("kitty"),
  trade: ({ does, seat, rest: [other], board, who }) => {
    const shown = "shown" in board ? board.shown : [];
    const [given, taken] = [shown[seat], shown[Number(other)]];
    const what =
      given && taken ? t("tell.tradeCards.they", { given: pieceName(given), taken: pieceName(taken) }) : "";
    return join(does("trade", { other: who(Number(other)) }), what);
  },
  name: ({ does, rest: [suit = ""] }) => does("name", { suit: suitName(suit) }),
  play: tellPlay,
  buy: ({ does }) => does("buy"),
  discard: ({ does, rest, open }) => {
    if (rest.length === 0) return does("standPat");
    return does(open ? "discardOpen" : "discard", { count: rest.length, pieces: pieces(rest) });
  },
  take: ({ does }) => does("take"),
  refuse: ({ does }) => does("refuse"),
  keep: ({ does, rest, open }) =>
    does(open ? "keepOpen" : "keep", { count: rest.length, pieces: pieces(rest) }),
};

/** A sealed choice: when it is made, and once more by name when it is opened. */
function sealed(verb: "lay" | "kitty"): (teller: Teller) => string {
  return ({ does, rest: [card = HIDDEN], board, open }) => {
    const form = open ? "Open" : card === HIDDEN || board.phase === verb ? "Sealed" : "";
    return does(verb + form, { piece: pieceName(card) });
  };
}

function tellPlay({ does, rest: [piece = "", end], board, who }: Teller): string {
  if (end)
    return join(
      does(end === "L" ? "playLeft" : "playRight", { piece: pieceName(piece) }),
      ends(board, piece),
    );
  const trick = "trick" in board ? (board.trick.plays.length ? board.trick : board.last_trick) : null;
  const leads = !trick || trick.plays[0]?.card === piece;
  const played = does(leads ? "lead" : "play", { piece: pieceName(piece) });
  const whole =
    trick && "trick" in board && board.trick.plays.length === 0 && trick.plays.at(-1)?.card === piece;
  if (!whole || trick.winner === null) return played;
  const name = who(trick.winner);
  const takes = name === t("play.you") ? "you" : "they";
  return join(played, told(`tell.trick.${takes}`, { name }));
}

/** The ends of the line, if this tile is the newest on it. */
function ends(board: Board, tile: string): string {
  if (!("ends" in board) || !board.ends) return "";
  const newest = board.line.at(board.newest === "left" ? 0 : -1)?.split("-");
  if (newest?.sort((one, other) => Number(other) - Number(one)).join("-") !== tile) return "";
  return t("tell.ends", { left: numberName(board.ends.left), right: numberName(board.ends.right) });
}

function tellTable(verb: string, rest: string[], you: number | null): string {
  if (verb === "deal") {
    const [seat, ...dealt] = rest;
    return seat === String(you) && !dealt.includes(HIDDEN) ? t("tell.dealt", { pieces: pieces(dealt) }) : "";
  }
  if (verb === "draw") {
    if (rest.includes(HIDDEN)) return rest.length > 1 ? t("tell.soldTwo") : "";
    return t(rest.length > 1 ? "tell.drawnTwo" : "tell.drawn", { pieces: pieces(rest) });
  }
  if (verb === "trump")
    return t("tell.trumpCard", { piece: pieces(rest), suit: suitName(rest[0]?.slice(-1) ?? "") });
  if (verb === "flop") return t("tell.flop", { pieces: pieces(rest) });
  return has(`tell.${verb}`) ? told(`tell.${verb}`) : "";
}

function pieces(names: string[]): string {
  return listed(names.filter((name) => name !== HIDDEN).map(pieceName));
}

function join(...sentences: string[]): string {
  return sentences.filter(Boolean).join(" ");
}
