// Clocks as they are shown and as they are spoken.

/** `m:ss`, `h:mm:ss` from an hour on, tenths below ten seconds. */
export function clockText(millis: number): string {
  const left = Math.max(0, millis);
  if (left < 10_000) {
    // Rounded up, so that 0.0 is shown only when time is up.
    const tenths = Math.ceil(left / 100);
    if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
