// Told once: the whole page is on the device and works without network. The service worker (update.svelte.ts)
// is active only when it has everything.

const KEY = "ludoteca.offline";

class Offline {
  ready = $state(false);
  /** The person has read it. */
  told = $state(false);

  /**
   * Called once at the start. Over plain http from another machine there are no service workers, and nothing
   * is told.
   */
  watch(): void {
    try {
      this.told = localStorage.getItem(KEY) === "told";
    } catch {
      // What cannot be kept would be told at every visit: rather never.
      this.told = true;
    }
    if (this.told || !("serviceWorker" in navigator)) return;
    void navigator.serviceWorker.ready.then(() => (this.ready = true));
  }

  dismiss(): void {
    this.told = true;
    try {
      localStorage.setItem(KEY, "told");
    } catch {
      // It is told again at the next visit.
    }
  }
}

export const offline = new Offline();
