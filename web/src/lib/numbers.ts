// Numbers in the format of the page's language.
import { locale } from "./messages";

/** A number with that many decimals. */
function rounded(number: number, digits: number): string {
  return number.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A score with a real minus sign: "−1.5". */
export function plain(number: number): string {
  const text = Math.abs(number).toLocaleString(locale, { useGrouping: false });
  return number < 0 ? `−${text}` : text;
}

/** A part of a whole, rounded to a tenth: "27.5 %", "0 %". */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return "–";
  return `${((100 * part) / whole).toLocaleString(locale, { maximumFractionDigits: 1 })} %`;
}

/** A share of wins, in per cent. */
export function inHundred(share: number): string {
  return (100 * share).toFixed(0);
}

/** Cents as money: "12.50". */
export function money(cents: number): string {
  return decimal(cents / 100, 2);
}

/** An amount typed by the reader, in cents; null if it is invalid. */
export function cents(text: string): number | null {
  const match = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

/** "−1.2". */
export function decimal(number: number, digits = 1): string {
  const text = rounded(Math.abs(number), digits);
  return number < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** A change of score with its sign: "+3", "−2", "0". */
export function signed(number: number): string {
  return number > 0 ? `+${plain(number)}` : plain(number);
}
