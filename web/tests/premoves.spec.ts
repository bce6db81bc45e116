// Premoves and conditional moves in online games.

import { expect, test } from "@playwright/test";
import { Person } from "./online";

test("premoves are chosen on the opponent's turn, and played at once on one's own", async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  const { invitation } = await ada.make({ game: "squadro" });
  const bob = await Person.come(browser, "Bob");
  await bob.join(invitation);
  await ada.run("Y3 start");
  await ada.played(1);
  await ada.press("Premoves");
  await ada.say("Choose your next moves");
  // Two in a row, the second from where the first leads.
  await expect(ada.page.locator('[role=gridcell][aria-label$="available"]')).not.toHaveCount(0);
  await ada.run("Y1 start");
  await ada.say("Queued: Y1");
  await ada.run("Y5 start");
  await ada.say("Queued: Y1, Y5");
  await bob.move();
  for (const one of [ada, bob]) await one.played(3);
  expect((await bob.moves())[2]).toBe("Y1");
  await ada.say("Queued: Y5");
  await ada.press("Clear");
  await expect(ada.page.getByText("Queued: Y5")).toBeHidden();
  await bob.move();
  await ada.played(4);
  // No premoves are left: it is Ada's turn.
  await ada.say("Your turn");
});

test("conditional moves answer what the opponent may play", async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  const { invitation } = await ada.make({ game: "squadro", clock: { system: "correspondence", perTurn: 259_200_000 } });
  const bob = await Person.come(browser, "Bob");
  await bob.join(invitation);
  await ada.run("Y3 start");
  await ada.played(1);
  await ada.press("Conditional moves");
  const dialog = ada.page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save line" });
  // With a finger a preview comes first, so a cell takes one or two taps. Each waits for the one before.
  const play = async (cell: string, played: () => Promise<void>) => {
    const place = dialog.locator(`[data-cell="${cell}"]`);
    await expect(async () => {
      const box = (await place.boundingBox())!;
      await ada.point({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await played();
    }).toPass();
  };
  const reply = () => expect(dialog).toContainText("Choose your reply.", { timeout: 1_000 });
  const complete = () => expect(save).toBeEnabled({ timeout: 1_000 });
  await expect(dialog).toContainText("Choose a move Bob might play.");
  await expect(save).toBeDisabled();
  await play("R2 start", reply);
  await play("Y4 start", complete);
  await expect(dialog).toContainText("R2 Y4");
  await save.click();
  await expect(dialog).toContainText("Saved lines");
  await expect(dialog).toContainText("Choose a move Bob might play.");
  await play("R1 start", reply);
  await play("Y5 start", complete);
  await save.click();
  await expect(dialog.getByRole("listitem")).toHaveText(["R2 Y4", "R1 Y5"]);
  await dialog.getByRole("button", { name: "Delete R1 Y5" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(["R2 Y4"]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await bob.run("R2 start");
  for (const one of [ada, bob]) await one.played(3);
  expect(await bob.moves()).toEqual(["Y3", "R2", "Y4"]);
});
