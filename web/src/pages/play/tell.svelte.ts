// What is heard of a game: sounds, the words for a screen reader, the voice.

import { lowTime } from "$lib/game/clock";
import type { Playing } from "$lib/game/playing.svelte";
import { language, spoken, t } from "$lib/i18n";
import { playerName, turnText } from "$lib/ui/holders";
import { live, speak } from "$lib/ui/live.svelte";
import { settings } from "$lib/ui/settings.svelte";
import { playSound, playSounds, soundsOf } from "$lib/ui/sound";
import { headline, reason } from "$lib/ui/outcome";

/** Tells what happens in a game, for as long as the component lives that calls this. */
export function tellOf(playing: Playing): void {
  const game = playing.view.game;
  const seats = () => playing.saved.seats;
  let plies = playing.current.played.length;
  let over = playing.result !== null;
  let low = new Set<number>();

  $effect(() => {
    const { animation, result } = playing;
    const length = playing.current.played.length;
    const grown = length > plies;
    plies = length;
    if (animation) playSounds(soundsOf(animation));
    const words: string[] = [];
    if (animation && (grown || playing.lookingBack)) words.push(spoken(animation, game));
    if (result && !over) {
      over = true;
      words.push(`${headline(result, seats(), game)}. ${reason(result, seats(), game)}.`);
      playSound(new Set(result.places).size === 1 ? "draw" : "win", 700);
    } else if (grown && !result && playing.mayMove && playing.toAct !== null) {
      words.push(`${turnText(seats(), playing.toAct, game)}.`);
    }
    if (!result) over = false;
    const text = words.join(" ");
    live.say(text);
    if (settings.speech) speak(text, language());
  });

  // Low time is told once for each clock.
  $effect(() => {
    const { clock } = playing.saved;
    const seat = playing.clock.seat;
    if (!clock || seat === null || low.has(seat)) return;
    if ((playing.clock.shown[seat] ?? Infinity) >= lowTime(clock)) return;
    low = new Set([...low, seat]);
    playSound("lowTime");
    live.say(t("play.low", playerName(seats(), seat, game)));
  });
}
