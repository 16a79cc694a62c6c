// To which table this page has brought its reader: nobody is brought to the same one twice, so that they may come back.
let last = "";

/** Whether a table is another one than the last; from then on it is the last. */
export function sent(table: string): boolean {
  const other = table !== last;
  last = table;
  return other;
}
