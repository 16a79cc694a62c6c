// What the table is waiting for, in words.
import type { TableState } from "../lib/tableState.svelte";
import { isSlow } from "../lib/clocks";
import { gameTexts } from "../lib/games";
import { join, type TurnText } from "../lib/gameTexts";
import { gameText, listed, t } from "../lib/messages";
import { isTile } from "../lib/pieces";

/** "Your turn: play a card.", by the verbs of the reader's legal actions: for games without a text of their own. */
function plainTurn({ board, you }: TableState): string {
  const { legal = [], bids = null, hand = [] } = you.mine ?? {};
  const verbs = new Set(legal.map((action) => action.split(" ")[0]!));
  if (bids) verbs.add("bid");
  const keys = [`todo.phase.${board?.phase}`, `todo.${[...verbs].sort().join("-")}`];
  const piece = t(hand.some(isTile) ? "table.tile" : "table.card");
  const words = (board && gameText(board.game, keys, { piece })) ?? "";
  return words ? t("table.status.turn", { todo: words }) : t("table.status.turnPlain");
}

/** What the reader may do now, and what it means. */
export function turnOf(table: TableState): TurnText {
  const { board, you, labels } = table;
  const turn = board && gameTexts(board.game).turn;
  if (!turn || !you.mine) return { act: plainTurn(table), meaning: "" };
  const { legal, bids } = you.mine;
  const can = (verb: string): boolean =>
    (verb === "bid" && bids !== null) || legal.some((action) => action.split(" ")[0] === verb);
  return turn({ board, mine: you.mine, can, name: (seat) => labels[seat]?.name ?? "" });
}

/** The request to act, for screen readers. */
export function turnText(table: TableState): string {
  const { act, meaning } = turnOf(table);
  const yours = t("table.status.turnPlain");
  return join(act.startsWith(yours.slice(0, -1)) ? "" : yours, act, meaning);
}

function waitingText(table: TableState): string {
  const seats = table.board?.acting ?? [];
  const names = seats.map((seat) => {
    const label = table.labels[seat];
    const name = label?.name ?? "";
    return label?.present ? name : t("table.status.away", { name });
  });
  if (names.length === 0) return t("table.status.dealing");
  if (names.length === 1 && table.labels[seats[0]!]?.bot)
    return t("table.status.thinking", { names: listed(names) });
  if (names.length === 1) return t("table.status.waitingFor", { names: listed(names) });
  return t("table.status.waiting", { count: names.length, names: listed(names) });
}

/** The status line of a match. */
export function statusText(table: TableState): string {
  if (table.table?.status === "over")
    return table.board?.winners.length && !table.revealing ? wonText(table) : t("table.status.over");
  if (table.paused) return t("table.status.dealOver", { deal: table.board?.deal ?? 0 });
  if (table.myTurn) return turnOf(table).act;
  const waiting = waitingText(table);
  return hasChosen(table) ? `${t("table.status.chosen")} ${waiting}` : waiting;
}

/** Absent people who have to act, for whom the reader may let a bot play. */
export function awaited({ board, labels, paused, table, you }: TableState): number[] {
  if (you.seat === null || paused || table?.status !== "playing" || table.taking_back || isSlow(table))
    return [];
  return (board?.acting ?? []).filter(
    (seat) => table.chairs[seat]?.kind === "human" && !labels[seat]?.present && seat !== you.seat,
  );
}

/** Whether the reader's sealed choice is made and others have yet to choose. */
export function hasChosen({ board, you }: TableState): boolean {
  return !!board && board.acting.length > 0 && you.mine?.chosen?.split(" ")[0] === board.phase;
}

/** Current state of the table, below its name: "Deal 2 of 8 · one watching". */
export function aboutText({ board, table, watchers, you }: TableState): string {
  const values = { deal: board?.deal ?? 0, last: board?.last_deal ?? 0 };
  const deal = board ? t(values.last > 0 && values.last < 100 ? "table.dealOf" : "table.deal", values) : "";
  // A device that is passed round watches between turns.
  const others = watchers - (table?.hot_seat && you.owner && you.seat === null ? 1 : 0);
  return [deal, others > 0 ? t("table.watchers", { count: others }) : ""].filter(Boolean).join(" · ");
}

/** "1:05", or "23 h". */
export function timeText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds > 7200) return `${Math.ceil(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The winners, from the reader's side. */
export function wonText(table: TableState): string {
  const winners = table.board?.winners ?? [];
  const others = winners.filter((seat) => seat !== table.you.seat).map((seat) => table.names[seat] ?? "");
  if (others.length < winners.length)
    return others.length ? t("table.over.youShare", { names: listed(others) }) : t("table.over.youWin");
  return t(others.length > 1 ? "table.over.share" : "table.over.wins", { names: listed(others) });
}
