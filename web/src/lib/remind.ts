// Notifications from the server when it is the reader's turn: for all their tables, on this browser.
import { get } from "svelte/store";
import { api } from "./api";
import { isSlow } from "./clocks";
import { allText } from "./language";
import { t } from "./messages";
import { prefs } from "./prefs";

/** Whether this browser and the server can do notifications. */
export async function canNotify(): Promise<boolean> {
  if (!window.PushManager || !(await navigator.serviceWorker?.getRegistration())) return false;
  return !!(await api.pushKey()).key;
}

/** Whether notifications are on. */
export function notifies(wanted: boolean | null): boolean {
  return wanted === true && window.Notification?.permission === "granted";
}

/** Asks whether the reader wants notifications when they join a slow table, unless they have switched them off. */
export async function remind(table: { clock?: number | null }): Promise<void> {
  if (isSlow(table) && window.PushManager && get(prefs).turns !== false) await notify();
}

/** Switches notifications on; returns whether the reader and the browser allow them. */
export async function notify(): Promise<boolean> {
  const [{ key }] = await Promise.all([api.pushKey(), allText()]);
  if (!key || (await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON() as Required<PushSubscriptionJSON>;
  const { p256dh, auth } = keys as { p256dh: string; auth: string };
  const words = { turn: t("table.status.turnPlain"), soon: t("table.clock.soon") };
  await api.push({ endpoint, keys: { p256dh, auth }, ...words });
  prefs.update((now) => ({ ...now, turns: true }));
  return true;
}

/** Switches notifications off, here and at the server. */
export async function stopNotifying(): Promise<void> {
  prefs.update((now) => ({ ...now, turns: false }));
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  await api.endPush(subscription.endpoint);
  await subscription.unsubscribe();
}
