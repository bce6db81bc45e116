/**
 * Calls back when the page is hidden or left, and when it is visible again; returns an unsubscribe function.
 */
export function onVisibilityChange(listener: (hidden: boolean) => void): () => void {
  const changed = () => listener(document.hidden);
  const left = () => listener(true);
  document.addEventListener("visibilitychange", changed);
  addEventListener("pagehide", left);
  addEventListener("pageshow", changed);
  return () => {
    document.removeEventListener("visibilitychange", changed);
    removeEventListener("pagehide", left);
    removeEventListener("pageshow", changed);
  };
}
