// Times in the reader's own time zone, and in the form of the browser's field for date and time.
import { dateText } from "./messages";

const TIME = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** "Thursday, 3 December 2026 at 20:00 CET". */
export function dateTimeText(seconds: number): string {
  return dateText(seconds, TIME);
}

/** "3 December 2026 at 20:00 CET". */
export function shortTimeText(seconds: number): string {
  return dateText(seconds, { ...TIME, weekday: undefined });
}

/** IANA name of the reader's time zone. */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The value of a field for date and time, such as `2026-12-03T20:00`. */
export function typedTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Seconds since the epoch at the value of such a field; null if it is incomplete. */
export function secondsAt(typed: string): number | null {
  const milliseconds = new Date(typed).getTime();
  return Number.isNaN(milliseconds) || milliseconds < 0 ? null : milliseconds / 1000;
}

/** The same local time on the next of the same weekdays after both `seconds` and `now`, although clocks can change. */
export function weekLater(seconds: number, now: number): number {
  const time = new Date(seconds * 1000);
  do time.setDate(time.getDate() + 7);
  while (time.getTime() <= now * 1000);
  return time.getTime() / 1000;
}

/** The next time at which it is eight in the evening, in seconds since the epoch. */
export function nextEvening(now: number): number {
  const time = new Date(now * 1000);
  if (time.getHours() >= 20) time.setDate(time.getDate() + 1);
  time.setHours(20, 0, 0, 0);
  return time.getTime() / 1000;
}
