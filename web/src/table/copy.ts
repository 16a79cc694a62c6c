// Copying works differently where the page came over plain http: there the text is selected and the old command tried.

/** Copies a text; false where the reader has to do it by hand. `field` holds the same text. */
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
