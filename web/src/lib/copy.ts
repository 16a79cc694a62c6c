// On pages over plain http, copying selects the text and tries the older command.

/** Copies a text; returns false if the reader has to do it by hand. `field` contains the same text. */
export async function copyText(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | null,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return !!field && document.execCommand("copy");
  }
}
