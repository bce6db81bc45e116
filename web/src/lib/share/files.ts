// To the clipboard, to files, and to what the system offers for sending.

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** The promise goes in as it is: some browsers allow writing only at once. */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

/** Whether the system has a way of its own to send this; not all do, and none over plain http. */
export function canShare(what: "link" | "picture"): boolean {
  if (typeof navigator.share !== "function") return false;
  if (what === "link") return true;
  return navigator.canShare?.({ files: [new File([], "board.png", { type: "image/png" })] }) ?? false;
}

/** Opens the system's list of people and programs. That the person closes it again is no failure. */
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
  // Not at once: the browser has yet to fetch it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
