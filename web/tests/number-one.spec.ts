// Number One with more than two seats: local, and against three computers.

import { expect } from "@playwright/test";
import { begin, expectResult, NEAR_END, test } from "./play";

test("three local players, the board turning to the seat to move", async ({ page, hand }) => {
  await begin(page, "number-one", {
    players: 3,
    position: NEAR_END.three,
    company: "Pass and play",
    switches: ["Flip the board to the player to move"],
  });
  const near = page.locator(".near");
  const seen = new Set<string | undefined>();
  for (let moves = 0; !(await hand.ready()).over; moves++) {
    expect(moves).toBeLessThan(300);
    // The seat to move is on the near side.
    await expect(near).toContainText(/(Blue|Orange|Green) to move/);
    seen.add(/(Blue|Orange|Green) to move/.exec(await near.innerText())?.[1]);
    await hand.move();
  }
  expect(seen).toEqual(new Set(["Blue", "Orange", "Green"]));
  await expectResult(page, "number-one");
  // Every player has a place beside the name.
  const players = page.locator(".player");
  for (const place of [1, 2, 3]) await expect(players.filter({ hasText: `place ${place}` })).toHaveCount(1);
});

test("one person against three computers", async ({ page, hand }) => {
  await begin(page, "number-one", { players: 4, position: NEAR_END.green, side: "Green" });
  await expect(page.locator(".near")).toContainText("You");
  // All opponents' seats are visible.
  for (const seat of ["Blue", "Orange", "Purple"]) await expect(page.locator(".far")).toContainText(seat);
  await hand.toEnd();
  await expectResult(page, "number-one");
  const players = page.locator(".player");
  for (const place of [1, 2, 3, 4]) await expect(players.filter({ hasText: `place ${place}` })).toHaveCount(1);
});
