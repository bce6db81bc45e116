// Fetching what a worker will ask for, before it does: it then finds it in the browser's cache.

const asked = new Set<string>();

export function preload(address: string, priority: RequestPriority): void {
  if (asked.has(address)) return;
  asked.add(address);
  // Read to its end, as the cache keeps only what is whole; a failure is told by whoever needs it.
  fetch(address, { priority })
    .then((answer) => answer.arrayBuffer())
    .catch(() => asked.delete(address));
}
