// The service worker: keeps the client's files, which are named by their content, and never an old page in place of a
// new one. It knows nothing of tables, and the client works without it.
/// <reference lib="webworker" />

/** The files of this build, written in when it is built. */
declare const FILES: string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const KEPT = "saleroom:";
const scope = worker.registration.scope;
const files = FILES.map((file) => new URL(file, scope).href);
const own = KEPT + FILES.join(" ");

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(own).then((cache) => cache.addAll([...files, scope])));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
  else event.ports[0]?.postMessage(files.includes(String(event.data)));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (files.includes(request.url)) event.respondWith(file(request));
});

// It is the reader's turn at a table: the notification has the text that this browser has sent to the server.
worker.addEventListener("push", (event) => {
  const { title, body, path, count } = event.data!.json() as Record<string, string>;
  void worker.navigator.setAppBadge?.(Number(count ?? 1)).catch(() => undefined);
  event.waitUntil(worker.registration.showNotification(title!, { body: body!, tag: path!, data: path }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(new URL(event.notification.data as string, scope).href));
});

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(KEPT) && name !== own);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: own })) ?? fetch(request);
}

/** Pages come from the server. Only if it is unreachable, the cached page is used and says so. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(scope, { cacheName: own });
    if (!kept) throw error;
    const html = (await kept.text()).replace(/<base[^>]*>/, `<base href="${scope}">`);
    const headers = new Headers(kept.headers);
    for (const name of ["content-encoding", "content-length"]) headers.delete(name);
    return new Response(html, { headers });
  }
}
