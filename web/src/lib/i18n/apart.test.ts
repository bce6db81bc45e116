import { afterAll, expect, it } from "vitest";
import { chooseLanguage } from ".";
import { Apart } from "./apart.svelte";

afterAll(() => chooseLanguage("en"));

it("words apart from those of the page are fetched in the language shown, and again in another", async () => {
  const words = new Apart("account");
  await words.load();
  expect([words.t("log-in"), words.t("codes.left", 1)]).toEqual(["Log in", "1 recovery code left"]);
  await chooseLanguage("de");
  // Until they are there, nothing is empty.
  expect(words.t("log-in")).toBe("Log in");
  await words.load();
  expect([words.t("log-in"), words.has("log-out"), words.has("nothing")]).toEqual(["Anmelden", true, false]);
});
