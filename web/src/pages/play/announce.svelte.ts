// Announcements during a game: sounds, screen reader texts, speech.

import type { TableGame } from "$lib/game/table-game";
import { pieceOn } from "$lib/board/geometry";
import type { Cell, Description, View } from "$lib/engine/types";
import { cellName, language, seatName, spoken, t } from "$lib/i18n";
import { namesOf, playerName, turnText } from "$lib/ui/holders";
import { live, speak } from "$lib/ui/live.svelte";
import { settings } from "$lib/ui/settings.svelte";
import { playSound, playSounds, soundsOf } from "$lib/ui/sound";
import { headline, reason } from "$lib/ui/outcome";

const PEGS = ["board.peg.small", "board.peg.medium", "board.peg.large"] as const;
/** The name a player would use for the piece on a cell. */
function pieceName(view: View, cell: Cell): string {
  const name = view.board.cells[cell]?.name ?? "";
  const piece = pieceOn(view.board, cell);
  // Squadro's pieces are named after their tracks.
  if (piece?.shape === "runner") return name.split(/[ /]/).find((track) => track.startsWith("YR"[piece.seat]!)) ?? name;
  if (piece?.shape !== "peg") return cellName(name);
  return `${t(PEGS[piece.size - 1] ?? PEGS[0], seatName(view.game, piece.seat))}, ${name}`;
}

/** The cell of the hinted piece, as written and spoken. */
export function hintText(playing: TableGame): string | null {
  if (playing.hintMove) return t("play.hint.given", playing.hintMove);
  const [cell] = playing.hintStep === 1 ? (playing.marks[0]?.cells ?? []) : [];
  return cell === undefined ? null : t("play.hint.piece", pieceName(playing.view, cell));
}

/** Announces events of a game while the calling component is mounted. */
export function announcerOf(playing: TableGame): void {
  const game = playing.view.game;
  const seats = () => playing.saved.seats;
  let plies = playing.current.played.length;
  let shown = playing.ply;
  let moved: Description | null = null;
  let over = playing.result !== null;
  let low = new Set<number>();

  /** What has changed since the last call, in words. */
  function news(): string[] {
    const { animation, result, lookingBack, ply } = playing;
    const { length } = playing.current.played;
    const [more, stepped] = [length - plies, ply - shown];
    plies = length;
    shown = ply;
    const words: string[] = [];
    const live = !lookingBack;
    if (more < 0) words.push(t("play.takenBack", -more));
    else if (animation && animation !== moved && (live || stepped === 1))
      words.push(spoken(animation, game, namesOf(seats(), game)));
    else if (more === 0 && stepped !== 0) words.push(live ? `${t("play.last")}.` : `${t("play.past", ply, length)}.`);
    if (result && !over)
      words.push(...[headline, reason].map((of) => `${of(result, seats(), game, playing.saved.imported)}.`));
    else if (more !== 0 && !result && playing.mayMove && playing.toAct !== null)
      words.push(`${turnText(seats(), playing.toAct, game)}.`);
    return words;
  }

  $effect(() => {
    const { animation, result } = playing;
    const text = news().join(" ");
    if (animation && animation !== moved) playSounds(soundsOf(animation));
    if (result && !over) playSound(new Set(result.places).size === 1 ? "draw" : "win", 700);
    moved = animation;
    over = result !== null;
    live.say(text);
    if (settings.speech) speak(text, language());
  });

  $effect(() => {
    live.say(hintText(playing) ?? "");
  });

  // Low time is announced once per clock.
  $effect(() => {
    const seat = playing.runs;
    if (seat === null || low.has(seat) || !playing.isLow(seat)) return;
    low = new Set([...low, seat]);
    playSound("lowTime");
    live.say(t("play.low", playerName(seats(), seat, game)));
  });
}
