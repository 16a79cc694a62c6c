// Messages as sentences for the live region.
import type { Change, Moment } from "../board/moments";
import type { Board, Happened, Snapshot, Update, You } from "../wire";
import { live, type Line } from "../lib/live.svelte";
import { t } from "../lib/messages";
import { botTitle } from "../lib/names";
import type { TableState } from "../lib/tableState.svelte";
import { play } from "../lib/sound";
import { SIGNS } from "../lib/spelling";
import { beginsPart, eventText, settlementText } from "../lib/eventText";
import { tieText } from "../board/tie";
import { turnText, wonText } from "./status";

/** Text of a table event, in addition to the events of the match. */
function happened(what: Happened, table: TableState): string {
  const name = what.name || t("table.someone");
  switch (what.kind) {
    case "say":
      return (what.seat !== null && what.seat === table.you.seat) || table.hidden.includes(name)
        ? ""
        : t("table.chat.says", { name, text: what.text });
    case "move":
      return what.by_house ? t("table.happened.house", { name }) : "";
    case "mute":
    case "portrait":
    case "hotseat":
      return "";
    case "reseat":
      return reseated(what, table);
    case "ask":
      return t(what.seat === table.you.seat ? "table.undo.youAsk" : "table.undo.asks", {
        name,
        count: what.moves,
      });
    case "undo":
      return t("table.happened.undo", { name, count: what.moves });
    default:
      return t(`table.happened.${what.kind}`, { name });
  }
}

function reseated(what: Happened, table: TableState): string {
  const seat = what.seat ?? 0;
  const chair = table.table?.chairs[seat];
  const number = seat + 1;
  if (!chair || chair.kind === "open") return t("table.happened.opened", { number });
  return t("table.happened.reseat", { number, text: chair.player ? botTitle(chair.player) : chair.name });
}

/** The last events of the deal, as lines: all that `words` lists, which are the newest. */
function linesOf(words: string[], { board, dealEvents, names, you }: TableState): EventLine[] {
  if (!board) return [];
  const earlier = dealEvents.length - words.length;
  return words.map((event, at) => ({
    event,
    text: eventText(event, names, you.seat, board),
    shown: eventText(event, names, you.seat, board, { spelling: SIGNS }),
    begins: beginsPart(dealEvents, earlier + at, board),
  }));
}

interface EventLine extends Line {
  event: string;
}

/** The reader's cards are on the table: they are spoken, but the log does not spell them out. */
function isDeal(event: string): boolean {
  return event.startsWith("table deal ");
}

/** Changes of an update, as input for moments. */
export function changeOf(was: Board, { board, names, you }: TableState): Change {
  const call = (seat: number, own: string): string => (seat === you.seat ? own : (names[seat] ?? ""));
  const [name, who] = [
    (seat: number) => call(seat, t("play.You")),
    (seat: number) => call(seat, t("play.you")),
  ];
  return { was, now: board ?? was, name, who };
}

/** Announces an update, and whether it is now the reader's turn. */
export function announceUpdate(update: Update, before: You, table: TableState, moments: Moment[]): void {
  const all = linesOf(update.events, table);
  const sentences = all.filter(({ event }) => !isDeal(event));
  if (!update.anew) for (const { event, text } of all) if (isDeal(event)) live.advise(text);
  if (update.anew && update.what.kind !== "undo") live.reset(sentences);
  const lines: (string | Line)[] = [happened(update.what, table), ...(update.anew ? [] : sentences)];
  for (const { aloud, text } of moments) if (aloud) lines.push(text);
  if (update.sheet.length && table.board)
    lines.push(settlementText(table.board, table.names, table.you.seat));
  if (table.board?.winners.length && update.board && !table.revealing)
    lines.push(wonText(table), tieOf(table));
  for (const line of lines) live.say(line);
  if (table.myTurn && table.you.asked !== before.asked) live.advise(turnText(table));
  sound(update, before, table);
}

/** Text of a tie-break, if there was one. */
function tieOf({ board, names, you }: TableState): string {
  return board ? tieText(board.game, board.tie_break, board.scores, names, you.seat) : "";
}

function sound(update: Update, before: You, table: TableState): void {
  if (update.board && table.board?.winners.length && !table.revealing) play("over");
  else if (table.myTurn && table.you.asked !== before.asked) play("turn");
  else if (!update.anew && update.events.some((event) => event.split(" ")[1] === "play")) play("card");
}

/** Announces a snapshot: the deal so far can be read again; only the current state is spoken. */
export function announceSnapshot(snapshot: Snapshot, rejoined: boolean, table: TableState): void {
  live.reset(linesOf(snapshot.events, table).filter(({ event }) => !isDeal(event)));
  if (rejoined && table.disconnected) live.say(t("table.link.back"));
  if (table.myTurn) live.advise(turnText(table));
}
