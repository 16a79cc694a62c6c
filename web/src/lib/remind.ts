// Notifications from the server when it is the reader's turn at a slow table.
import { api } from "./api";
import { isSlow } from "./clocks";
import { t } from "./messages";

/** Asks whether the reader wants notifications when they join a slow table; does nothing if that is impossible. */
export async function remind(table: { clock?: number | null }): Promise<void> {
  if (!isSlow(table) || !window.PushManager) return;
  const { key } = await api.pushKey();
  if (!key || (await Notification.requestPermission()) !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON() as Required<PushSubscriptionJSON>;
  const { p256dh, auth } = keys as { p256dh: string; auth: string };
  const words = { turn: t("table.status.turnPlain"), soon: t("table.clock.soon") };
  await api.push({ endpoint, keys: { p256dh, auth }, ...words });
}
