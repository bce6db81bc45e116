// New versions of the page. The service worker (made by the build) keeps the whole page on the device, so
// that it starts offline; a new version is fetched beside the old one and waits. It takes over at the next
// start, once no tab shows the old one any more, or when the person accepts: never under a running game. Over
// plain http from another machine there are no service workers: then the page simply is what the server
// sends.

class Update {
  /** A new version is here and waits. */
  ready = $state(false);
  /**
   * This page is of a version that has gone: another tab has accepted the new one, or a part of this one is
   * not to be had any more.
   */
  gone = $state<"taken" | "missing" | null>(null);

  #waiting: ServiceWorker | null = null;
  #accepted = false;

  /** Called once at the start. */
  async watch(): Promise<void> {
    // Vite tells so when a part of the page cannot be fetched.
    addEventListener("vite:preloadError", () => (this.gone ??= "missing"));
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    // The first worker of all replaces nothing.
    let first = !navigator.serviceWorker.controller;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!first && !this.#accepted) this.gone = "taken";
      first = false;
    });
    try {
      const registration = await navigator.serviceWorker.register("/sw.js");
      const follow = () =>
        registration.installing?.addEventListener("statechange", () => this.#found(registration.waiting));
      // The browser looks for a new version as soon as the page is asked for, and may have found one before
      // us.
      this.#found(registration.waiting);
      follow();
      registration.addEventListener("updatefound", follow);
      // An installed page may stay open for days.
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") registration.update().catch(() => {});
      });
    } catch {
      // Forbidden by the browser's settings, for instance: the page works without.
    }
  }

  /** The person wants the new version now: it takes over, and this page starts anew with it. */
  accept(): void {
    if (!this.#waiting || this.gone) return location.reload();
    this.#accepted = true;
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#waiting.postMessage({ type: "SKIP_WAITING" });
  }

  /** Without a controller this is the first visit, and nothing is older. */
  #found(worker: ServiceWorker | null): void {
    if (!worker || !navigator.serviceWorker.controller) return;
    this.#waiting = worker;
    this.ready = true;
  }
}

export const update = new Update();
