// Announces once that the whole page is cached and works offline. The service worker (update.svelte.ts)
// becomes active only when it has cached everything.

const KEY = "ludoteca.offline";

class Offline {
  ready = $state(false);
  /** The user has dismissed the message. */
  dismissed = $state(false);

  /** Call once at start-up. Over plain HTTP there are no service workers and no message. */
  watch(): void {
    try {
      this.dismissed = localStorage.getItem(KEY) === "told";
    } catch {
      // Without storage the message would appear at every visit, so it is never shown.
      this.dismissed = true;
    }
    if (this.dismissed || !("serviceWorker" in navigator)) return;
    void navigator.serviceWorker.ready.then(() => (this.ready = true));
  }

  dismiss(): void {
    this.dismissed = true;
    try {
      localStorage.setItem(KEY, "told");
    } catch {
      // It is shown again at the next visit.
    }
  }
}

export const offline = new Offline();
