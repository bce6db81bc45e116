// A mouse wheel comes notch by notch, a touch pad in many small bits.

/** So many pixels make a step; a notch has more. */
const STEP = 40;
/** What a line of text counts where the browser counts in lines. */
const LINE = 16;

/** Answers for each turn of the wheel whether it makes a step, down 1 or up -1, or none yet. */
export function wheelSteps(): (event: Pick<WheelEvent, "deltaY" | "deltaMode">) => 1 | -1 | 0 {
  let rolled = 0;
  return ({ deltaY, deltaMode }) => {
    const by = deltaMode === 0 ? deltaY : deltaY * LINE;
    // Who turns back begins anew.
    rolled = rolled * by < 0 ? by : rolled + by;
    if (Math.abs(rolled) < STEP) return 0;
    const step = rolled > 0 ? 1 : -1;
    rolled = 0;
    return step;
  };
}
