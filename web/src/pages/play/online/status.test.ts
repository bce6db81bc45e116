import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test } from "vitest";
import Status from "./Status.svelte";

interface Claims {
  leavingAborts: boolean;
  mayClaimDraw: boolean;
  seats?: number;
}

/** The claims offered while another player is away, and what the first of them asks for. */
async function claims({ seats = 2, ...rights }: Claims): Promise<[string[], string]> {
  let first = "";
  const playing = {
    ...{ isLost: false, mayClaim: true, toAct: 1, view: { game: "squadro" }, ...rights },
    saved: { seats: Array.from({ length: seats }, (_, seat) => ({ kind: "person", name: `Player ${seat}` })) },
    claim: (what: string) => (first ||= what),
  } as unknown as ComponentProps<typeof Status>["playing"];
  const status = mount(Status, { target: document.body, props: { playing } });
  flushSync();
  const buttons = [...document.querySelectorAll("button")];
  buttons[0]?.click();
  const names = buttons.map(({ textContent }) => textContent.trim());
  await unmount(status);
  return [names, first];
}

test("a draw can be claimed only where the rules allow it", async () => {
  const begun = { leavingAborts: false };
  expect(await claims({ ...begun, mayClaimDraw: true })).toEqual([["Claim win", "Call a draw", "Abort"], "leave"]);
  expect(await claims({ ...begun, mayClaimDraw: false })).toEqual([["Claim win", "Abort"], "leave"]);
});

test("before all first decisions, a claim aborts the game and says so", async () => {
  for (const seats of [2, 3])
    expect(await claims({ leavingAborts: true, mayClaimDraw: true, seats })).toEqual([["Abort"], "leave"]);
});

test("with three players, the game continues without the absent player", async () => {
  const rights = { leavingAborts: false, mayClaimDraw: false };
  expect(await claims({ ...rights, seats: 3 })).toEqual([["Continue without them"], "leave"]);
});
