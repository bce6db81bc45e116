// A mouse wheel moves in notches, a touch pad in many small deltas.

/** Pixels per step; a notch has more. */
const STEP = 40;
/** Pixels per line, for browsers that report lines. */
const LINE = 16;

/** For each wheel event: a step down (1), up (-1), or none yet. */
export function wheelSteps(): (event: Pick<WheelEvent, "deltaY" | "deltaMode">) => 1 | -1 | 0 {
  let rolled = 0;
  return ({ deltaY, deltaMode }) => {
    const by = deltaMode === 0 ? deltaY : deltaY * LINE;
    // A change of direction starts over.
    rolled = rolled * by < 0 ? by : rolled + by;
    if (Math.abs(rolled) < STEP) return 0;
    const step = rolled > 0 ? 1 : -1;
    rolled = 0;
    return step;
  };
}
