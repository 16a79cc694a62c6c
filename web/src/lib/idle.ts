/** Calls `task` while the browser is idle, after two seconds at the latest: a busy page may never be idle. */
export function whenIdle(task: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 300);
}
