// @vitest-environment node

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMES, type Moved, type Typed, type View } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import { rulingNow } from "./now";

test.each(GAMES)("%s: before any event it is the ruling on turns", async (game) => {
  const view: View = await new TestSession().open({ game });
  const rules = readFileSync(new URL(`../../../../docs/rules/${game}.md`, import.meta.url), "utf8");
  expect(rules).toContain(`<a id="${rulingNow(null, null, view)}"></a>`);
});

test("the last event takes precedence over it, then the end, then a refusal", async () => {
  const session = new TestSession();
  await session.open({ game: "squadro", position: "00300/00003 y" });
  const jumped: Moved = await session.play("Y3");
  expect(rulingNow(null, jumped.description, jumped.view)).toBe("SQ-7");
  const { failure: refused }: Typed = await session.typed("Y1");
  expect(rulingNow(refused, jumped.description, jumped.view)).toBe("SQ-4");
  await session.open({ game: "squadro", position: "ccc90/66600 y" });
  const won: Moved = await session.play("Y4");
  expect(rulingNow(null, won.description, won.view)).toBe("SQ-9");
});
