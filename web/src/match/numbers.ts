// Figures as people write them.

/** A score; the minus is a real one. */
export function plain(number: number): string {
  return number < 0 ? `−${-number}` : String(number);
}

/** A part of a whole: "27.5 %". */
export function percent(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "–";
}

/** A share of wins, of a hundred. */
export function inHundred(share: number): string {
  return (100 * share).toFixed(0);
}

/** Cents as money: "12.50". */
export function money(cents: number): string {
  const size = Math.abs(cents);
  const text = `${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `−${text}` : text;
}

/** An amount that somebody typed, in cents; null when it is none. */
export function cents(text: string): number | null {
  const found = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

/** "−1.2". */
export function decimal(number: number, digits = 1): string {
  const text = Math.abs(number).toFixed(digits);
  return number < 0 && Number(text) > 0 ? `−${text}` : text;
}

/** A change of score with its sign: "+3", "−2", "0". */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}
