// Short messages at the bottom of the page, such as "Copied".
import { writable } from "svelte/store";

const STAYS = 5000;
let last = 0;

export const toasts = writable<{ id: number; text: string }[]>([]);

export function toast(text: string): void {
  const id = ++last;
  toasts.update((all) => [...all.slice(-2), { id, text }]);
  setTimeout(() => toasts.update((all) => all.filter((one) => one.id !== id)), STAYS);
}
