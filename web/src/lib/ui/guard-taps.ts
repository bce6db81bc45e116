// A tap that lands where something else stood a moment ago was meant for that. Buttons that end or replace a
// game are deaf until they have been seen.

const SEEN_AFTER = 300;

/**
 * To be attached to a button: no pointer reaches it at first. The keyboard does, which goes where its focus
 * is.
 */
export function guardTaps(button: HTMLElement): () => void {
  button.style.pointerEvents = "none";
  const timer = setTimeout(() => (button.style.pointerEvents = ""), SEEN_AFTER);
  return () => clearTimeout(timer);
}
