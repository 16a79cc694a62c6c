// Times of day as minutes after midnight, and as the text of a time field.

/** Minutes after midnight as in a time field: 450 is "07:30". */
export function timeText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** Minutes after midnight of a time field's value; null if it is empty. */
export function minuteOf(text: string): number | null {
  const [hour, minute] = text.split(":").map(Number);
  return hour === undefined || minute === undefined || Number.isNaN(hour + minute)
    ? null
    : hour * 60 + minute;
}
