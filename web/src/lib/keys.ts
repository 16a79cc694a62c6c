// Keys of the whole page: single letters that work wherever nobody is typing.

export type Keys = Record<string, () => void>;

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))
  );
}

/** Carries out a page's key; a key that was already used, belongs to a browser's command or lands in a field does nothing. */
export function pressed(event: KeyboardEvent, keys: Keys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const does = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does) return;
  event.preventDefault();
  does();
}
