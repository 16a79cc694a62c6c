// Detection of a newer client: by a waiting service worker, by the build that the server reports, or by a missing file.
import { writable } from "svelte/store";
import { at } from "./base";

/** Whether a newer client can be loaded. */
export const newer = writable(false);

let waiting: ServiceWorker | null = null;
let build: string | null = null;

/** Notes the server's build; the first one is this page's own. */
export function heardBuild(heard: string): void {
  build ??= heard;
  if (heard !== build) newer.set(true);
}

/** Loads the newer client. */
export function loadNewer(): void {
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take over");
}

/** Only if the browser allows workers: not on plain http from another machine. The client works without them. */
export function startUpdates(): void {
  addEventListener("vite:preloadError", () => newer.set(true));
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(at("sw.js")).then(watch, () => undefined);
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => registration.waiting && void judge(registration.waiting);
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => undefined);
  });
}

/** A page of the waiting worker's build activates it; an older page informs its reader. */
async function judge(worker: ServiceWorker): Promise<void> {
  if (!navigator.serviceWorker.controller) return;
  if (await knows(worker, import.meta.url)) {
    worker.postMessage("take over");
  } else {
    waiting = worker;
    newer.set(true);
  }
}

function knows(worker: ServiceWorker, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
    worker.postMessage(file, [port2]);
  });
}
