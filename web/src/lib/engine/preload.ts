// Fetches resources that a worker will need, so that it finds them in the browser's cache.

const asked = new Set<string>();

export function preload(address: string, priority: RequestPriority): void {
  if (asked.has(address)) return;
  asked.add(address);
  // Read to the end, because only complete responses are cached. The worker that needs it reports a failure.
  fetch(address, { priority })
    .then((answer) => answer.arrayBuffer())
    .catch(() => asked.delete(address));
}
