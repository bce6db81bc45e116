import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test } from "vitest";
import Actions from "./Actions.svelte";

type Props = ComponentProps<typeof Actions>;
const nothing = () => undefined;

/** The buttons and links of an online game, as a player or as a spectator. */
async function shown(you: number | null, result: unknown): Promise<string[]> {
  const online = { you, talk: { unread: 0 }, mayRematch: true, next: null };
  const playing = {
    ...{ online, result, takeBackText: null, resigning: you === null || result ? [] : [you] },
    ...{ saved: { goal: null }, view: { game: "squadro" } },
  } as unknown as Props["playing"];
  const on = { onresign: nothing, onrematch: nothing, onmoves: nothing, onmore: nothing, ontalk: nothing };
  const actions = mount(Actions, { target: document.body, props: { playing, ...on } });
  flushSync();
  const names = [...document.querySelectorAll(".actions > *")].map(
    (element) => element.getAttribute("aria-label") ?? element.textContent.trim(),
  );
  await unmount(actions);
  return names;
}

const OVER = { how: "board", places: [1, 2] };

test("a player may take back and resign, and then play again", async () => {
  expect(await shown(1, null)).toEqual(["Take back: nothing to take back", "Resign", "Chat", "Moves", "More"]);
  expect(await shown(1, OVER)).toEqual(["Take back: nothing to take back", "Rematch", "Chat", "Moves", "More"]);
});

test("a spectator is not shown what only players can do", async () => {
  expect(await shown(null, null)).toEqual(["Chat", "Moves", "More"]);
  expect(await shown(null, OVER)).toEqual(["New game", "Chat", "Moves", "More"]);
});
