import { afterEach, expect, test, vi } from "vitest";
import { whenIdle } from "./idle";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a browser that is never idle still does the work", () => {
  const requestIdleCallback = vi.fn();
  vi.stubGlobal("window", { requestIdleCallback });
  const task = vi.fn();
  whenIdle(task);
  expect(requestIdleCallback).toHaveBeenCalledWith(task, { timeout: 2000 });
});

test("a browser that does not tell when it is idle does the work soon", () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", {});
  const task = vi.fn();
  whenIdle(task);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(task).toHaveBeenCalledOnce();
});
