// Contents of a bug report, as text.
import { at } from "../lib/base";
import type { TableState } from "../lib/tableState.svelte";

export function bugReport(table: TableState): string {
  const info = table.table;
  const lines = {
    game: info?.game,
    options: JSON.stringify(info?.options),
    record: info && at(`api/tables/${info.id}/record`),
    version: table.version,
    seat: table.you.seat ?? "watching",
    status: info?.status,
    build: table.build,
    connection: table.disconnected ?? "up",
    "last refused": table.lastRefused ?? "nothing",
    browser: navigator.userAgent,
    window: `${innerWidth} × ${innerHeight}`,
    at: new Date().toISOString(),
  };
  return [
    "Saleroom bug report",
    ...Object.entries(lines).map(([key, value]) => `${key}: ${value ?? ""}`),
  ].join("\n");
}
