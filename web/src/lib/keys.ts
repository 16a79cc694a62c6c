// Keys of the whole page: single letters that work outside text fields.

export type Keys = Record<string, () => void>;

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))
  );
}

/** Runs a page's key; ignores keys that were handled already, belong to a browser's command or go into a field. */
export function pressed(event: KeyboardEvent, keys: Keys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const does = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does) return;
  event.preventDefault();
  does();
}
