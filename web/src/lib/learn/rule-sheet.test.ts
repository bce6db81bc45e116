import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import RuleSheet from "./RuleSheet.svelte";

test("beside a game of Squadro a table ruling is shown, and its links stay within the sheet", async () => {
  // Missing in jsdom.
  Element.prototype.scrollTo = () => {};
  const onruling = vi.fn();
  const props = { game: "squadro", ruling: "TB-2", onruling, onclose: () => {} } as const;
  const sheet = mount(RuleSheet, { target: document.body, props });
  flushSync();
  await vi.waitFor(() => expect(document.body.textContent).toContain("TB-2 Three and four players"), {
    timeout: 20_000,
  });
  expect(document.querySelector(".all a")?.getAttribute("href")).toBe("/rules/table#TB-2");
  document.querySelector<HTMLElement>("a[href='/number-one/rules#NO-14']")?.click();
  expect(onruling).toHaveBeenCalledExactlyOnceWith("NO-14");
  await unmount(sheet);
});
