import { flushSync, mount, unmount, type ComponentProps } from "svelte";
import { expect, test } from "vitest";
import ChatPanel from "./ChatPanel.svelte";

/** The note on who can read the chat. */
async function note(room: "players" | "spectators", isOver: boolean, afterGame: "players" | "public") {
  const talk = {
    ...{ room, messages: [], refusal: null, refused: "", mayWrite: true, look: () => undefined },
    rights: { write: [room], after_game: afterGame },
  };
  const playing = { talk, result: isOver ? { places: [1, 2] } : null } as unknown as ComponentProps<
    typeof ChatPanel
  >["playing"];
  // Missing in jsdom.
  Element.prototype.scrollTo = () => {};
  const panel = mount(ChatPanel, { target: document.body, props: { playing, onpeople: () => undefined } });
  flushSync();
  const text = document.querySelector("form + p")!.textContent;
  await unmount(panel);
  return text;
}

const EVERYONE = "Everyone who can see this game can read this.";

test.each(["players", "public"] as const)("the spectators' chat is open to all after the game (%s)", async (after) => {
  expect(await note("spectators", false, after)).toBe("Spectators can read this now, and the players after the game.");
  expect(await note("spectators", true, after)).toBe(EVERYONE);
});

test("the players' chat is open to all after the game only if the site says so", async () => {
  expect(await note("players", true, "players")).toBe("Only the players can read this.");
  expect(await note("players", true, "public")).toBe(EVERYONE);
});
