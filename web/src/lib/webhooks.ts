// The endpoints of webhooks, and of what the reader wants to receive while they are away.
import type { Messages, Webhook, WebhookInfo } from "../wire";
import { ask, request } from "./api";

/** Format of the messages to a webhook. */
export type WebhookKind = WebhookInfo["kind"];

/** Path of the table or club event to which a webhook belongs, such as "tables/abc". */
export type WebhookPlace = `tables/${string}` | `events/${string}`;

export const webhooks = {
  get: (place: WebhookPlace) => ask<Webhook>("GET", `${place}/webhook`),
  set: (place: WebhookPlace, address: string, kind: WebhookKind | null) =>
    ask<Webhook>("POST", `${place}/webhook`, { address, kind }, "guest"),
  confirm: (place: WebhookPlace, code: string) =>
    ask<Webhook>("POST", `${place}/webhook/code`, { code }, "guest"),
  remove: (place: WebhookPlace) => request("DELETE", `${place}/webhook`, undefined, "guest"),
  stop: (key: string) => request("POST", "webhooks/stop", { key }, "nobody"),
  messages: () => ask<Messages>("GET", "me/messages", undefined, "guest"),
  choose: (chosen: Messages) => request("POST", "me/messages", chosen, "guest"),
};
