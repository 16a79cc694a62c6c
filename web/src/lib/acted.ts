// Whether the reader has acted at a table in this tab; a reload does not forget it.
const KEPT = "saleroom.acted";

export function hasActed(table: string): boolean {
  try {
    return sessionStorage.getItem(KEPT) === table;
  } catch {
    return false; // without storage, a reload forgets it
  }
}

export function noteActed(table: string): void {
  try {
    sessionStorage.setItem(KEPT, table);
  } catch {
    // as above
  }
}
