/** Saves a file on the reader's device, as a download. */
export function save(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  URL.revokeObjectURL(url);
}
