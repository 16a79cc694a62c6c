// Id of the table to which this page has taken its reader: each table only once, so that they may come back.
let last = "";

/** Returns whether a table differs from the last one, and stores it. */
export function sent(table: string): boolean {
  const other = table !== last;
  last = table;
  return other;
}
