// Touch gestures beyond taps.

import type { Locator, Page } from "@playwright/test";
import type { Point } from "./play";

/** The centre of the visible part. */
export async function centre(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not in sight");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a finger from one point to another. */
export async function swipe(page: Page, from: Point, to: Point, steps = 8): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [from]);
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    await touch("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  // The finger rests before it is lifted, because browsers treat a quick end as a fling, and the next tap as
  // its stop.
  for (let rest = 0; rest < 3; rest++) {
    await page.waitForTimeout(60);
    await touch("touchMove", [to]);
  }
  await touch("touchEnd", []);
  await session.detach();
}
