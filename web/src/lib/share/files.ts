// Clipboard, downloads and the system's share sheet.

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Pass the promise itself: some browsers only allow writing during the click. */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

/** Whether the system can share this; not all can, and none over plain HTTP. */
export function canShare(what: "link" | "picture"): boolean {
  if (typeof navigator.share !== "function") return false;
  if (what === "link") return true;
  return navigator.canShare?.({ files: [new File([], "board.png", { type: "image/png" })] }) ?? false;
}

/** Opens the share sheet. Closing it is not an error. */
export async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Later, because the browser has to fetch it first.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
