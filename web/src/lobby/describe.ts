// Games, options and tables in words.
import type { ListedTable, Choice, GameInfo, Tables } from "../wire";
import { gameText, listed, locale, t } from "../lib/messages";

/** "4 players", "2–8 players". */
export function seatsText(game: GameInfo): string {
  const low = Math.min(...game.seats);
  const high = Math.max(...game.seats);
  return low === high ? t("lobby.seats", { count: low }) : t("lobby.seatRange", { low, high });
}

/** "About 9 minutes", of the match that starts at once; empty if its length was not measured. */
export function quickText({ quick }: GameInfo): string {
  if (quick.minutes === null) return "";
  const short = Object.keys(quick.options).length > 0;
  return t(short ? "lobby.minutesShort" : "lobby.minutes", { count: quick.minutes });
}

/** The game to suggest to a new visitor: of those with a lesson, the one with the shortest measured match. */
export function firstGame(games: GameInfo[]): GameInfo | undefined {
  const length = ({ quick }: GameInfo): number => quick.minutes ?? Infinity;
  return games.filter((game) => game.lesson && game.quick.minutes).sort((a, b) => length(a) - length(b))[0];
}

/** Title of an option; its name if it has none. */
export function optionText(game: string, option: Choice): string {
  return gameText(game, `lobby.option.${option.name}`) ?? option.name.replaceAll("_", " ");
}

/** What an option means for the players, in a sentence. A game without one has what the option decides. */
export function meaningText(game: string, { name, meaning }: Choice): string {
  const text = gameText(game, `lobby.meaning.${name}`);
  return text ?? meaning.charAt(0).toUpperCase() + meaning.slice(1).replace(/[^.…]$/, "$&.");
}

/** Text of a value. */
export function valueText(game: string, option: Choice, value: number | string): string {
  return gameText(game, `lobby.value.${option.name}.${value}`) ?? String(value);
}

/** Texts of all values of an option. */
export function optionValues(game: string, option: Choice): (value: number | string) => string {
  return (value) => valueText(game, option, value);
}

/** "Points to win: 5, Low goes to: who won it"; empty if all options are as usual. */
export function setWords(game: GameInfo, options: Record<string, number | string>): string {
  return game.options
    .filter(({ name }) => name in options)
    .map((option) =>
      t("lobby.setup.is", {
        name: optionText(game.name, option),
        value: valueText(game.name, option, options[option.name]!),
      }),
    )
    .join(", ");
}

/** "1 to 13 deals". */
export function rangeText(option: Choice): string {
  const values = { low: option.low ?? "", high: option.high ?? "", unit: option.unit };
  return t(option.unit ? "lobby.setup.rangeOf" : "lobby.setup.range", values);
}

/** "Ann, Ben and 2 open seats". */
export function whoText(table: ListedTable): string {
  const names = table.names.filter(Boolean);
  const open = table.names.length - names.length;
  return listed(open ? [...names, t("lobby.emptySeats", { count: open })] : names);
}

/** "3 open tables, 5 people"; empty if no table is listed. */
export function companyText({ listed }: Tables): string {
  if (!listed.length) return "";
  const people = listed.flatMap(({ pictures }) => pictures.filter((picture) => picture !== null));
  const tables = t("lobby.openCount", { count: listed.length });
  return `${tables}, ${t("lobby.peopleCount", { count: people.length })}`;
}

/** "no clock · about 9 minutes · with hints", and what else a person wants to know before they sit down. */
export function termsText({ clock, minutes, hints, rated, language, free, names }: ListedTable): string {
  const bots = free.filter((seat) => names[seat]).length;
  const terms = [
    bots ? t("lobby.freeSeats", { count: bots }) : "",
    clockText(clock),
    minutes !== null && !isSlow(clock) ? t("lobby.terms.minutes", { count: minutes }) : "",
    t(hints ? "lobby.terms.hints" : "lobby.terms.noHints"),
    rated ? t("lobby.terms.rated") : "",
    language ? (new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? "") : "",
  ];
  return terms.filter(Boolean).join(" · ");
}

const DAY = 86_400;
const isSlow = (clock: number | null): boolean => clock !== null && clock >= DAY;

function clockText(clock: number | null): string {
  if (clock === null) return t("lobby.terms.noClock");
  return isSlow(clock)
    ? t("lobby.terms.days", { count: clock / DAY })
    : t("lobby.terms.seconds", { count: clock });
}

/** "in play", "Ann won". */
export function standText(table: ListedTable): string {
  if (table.status !== "over") return t(`lobby.status.${table.status}`);
  const names = table.winners.map((seat) => table.names[seat] ?? "");
  return names.length
    ? t("lobby.won", { count: names.length, names: listed(names) })
    : t("lobby.status.over");
}

/** Where a table stands, with the time that counts: "Your turn · 5 hours left", "in play · 3 hours ago". */
export function stateText(table: ListedTable): string {
  const { seat, acting, left } = table;
  const waits = seat !== null && acting.includes(seat);
  const time = left === null ? agoText(table.last_at) : leftText(left);
  if (waits) return `${t("lobby.yourTurn")} · ${time}`;
  if (left === null) return `${standText(table)} · ${time}`;
  return `${t("lobby.waitsFor", { names: listed(acting.map((one) => table.names[one] ?? "")) })} · ${time}`;
}

/** "2 days left", "40 minutes left". */
export function leftText(seconds: number): string {
  if (seconds <= 0) return t("lobby.timeUp");
  const [unit, length] =
    seconds >= 172_800
      ? (["day", 86_400] as const)
      : seconds >= 3600
        ? (["hour", 3600] as const)
        : (["minute", 60] as const);
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return t("lobby.left", { time: format.format(Math.max(1, Math.floor(seconds / length))) });
}

/** The tables that wait for the reader first, the most urgent in front; then those with days for a move, then others. */
export function byUrgency(tables: ListedTable[]): ListedTable[] {
  const rank = ({ status, awaited, left }: ListedTable): number =>
    status === "over" ? 3 : awaited ? 0 : left !== null ? 1 : 2;
  const left = (table: ListedTable): number => table.left ?? Number.MAX_VALUE;
  return [...tables].sort((a, b) => rank(a) - rank(b) || left(a) - left(b));
}

/** "3 hours ago", "in 2 days". */
export function agoText(time: number, now = Date.now() / 1000): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const gone = now - time;
  for (const [unit, length] of [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const) {
    if (Math.abs(gone) >= length)
      return format.format(-(gone > 0 ? Math.floor : Math.round)(gone / length), unit);
  }
  return format.format(0, "minute");
}

/** Title of a game, derived from its name before the server has sent it. */
export function gameTitle(name: string): string {
  return name.replace(
    /(^|-)(\w)/g,
    (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase(),
  );
}
