// Premoves and conditional moves in online games.

import { expect, test } from "@playwright/test";
import { Person } from "./online";
import { FINGER } from "./play";

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

test("conditional moves answer what the opponent may play", FINGER, async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  const { invitation } = await ada.make({ game: "squadro", clock: { system: "correspondence", perTurn: 259_200_000 } });
  const bob = await Person.come(browser, "Bob");
  await bob.join(invitation);
  await ada.run("Y3 start");
  await ada.played(1);
  await ada.press("Conditional moves");
  const dialog = ada.page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save line" });
  const reply = () => expect(dialog).toContainText("Choose your reply.");
  await expect(dialog).toContainText("Choose a move Bob might play.");
  await expect(save).toBeDisabled();
  await ada.run("R2 start", dialog);
  await reply();
  await ada.run("Y4 start", dialog);
  await expect(dialog).toContainText("R2 Y4");
  await save.click();
  await expect(dialog).toContainText("Saved lines");
  await expect(dialog).toContainText("Choose a move Bob might play.");
  await ada.run("R1 start", dialog);
  await reply();
  await ada.run("Y5 start", dialog);
  await save.click();
  await expect(dialog.getByRole("listitem")).toHaveText(["R2 Y4", "R1 Y5"]);
  await dialog.getByRole("button", { name: "Delete R1 Y5" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(["R2 Y4"]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await bob.run("R2 start");
  for (const one of [ada, bob]) await one.played(3);
  expect(await bob.moves()).toEqual(["Y3", "R2", "Y4"]);
});
