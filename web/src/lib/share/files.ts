// To the clipboard and to files.

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** The promise goes in as it is: some browsers allow writing only at once. */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser has yet to fetch it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
