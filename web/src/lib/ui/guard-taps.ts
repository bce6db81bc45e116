// Guards against mis-taps: a tap right after the layout changed was meant for what was there before. Buttons
// that end or replace a game ignore taps until they have been visible for a moment.

const SEEN_AFTER = 300;

/**
 * Attach to a button: ignores pointers at first. The keyboard works at once, because it follows the focus.
 */
export function guardTaps(button: HTMLElement): () => void {
  button.style.pointerEvents = "none";
  const timer = setTimeout(() => (button.style.pointerEvents = ""), SEEN_AFTER);
  return () => clearTimeout(timer);
}
