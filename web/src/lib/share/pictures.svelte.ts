// Pictures of a game to keep: the board as the page draws it, seen from the same side, with who plays and how
// it ended; painted on a canvas where points are wanted.

import { flushSync, mount, unmount } from "svelte";
import type { Mark } from "$lib/board/types";
import { RulesSession } from "$lib/engine/rules";
import { ShareSession } from "$lib/engine/share";
import type { Opening, Seat, View } from "$lib/engine/types";
import { rounds } from "$lib/game/turns";
import { seatName, t } from "$lib/i18n/study";
import { gameName } from "$lib/ui/names";
import { SvgRenderer } from "./svg";
import Picture from "./Picture.svelte";

/** What is shown, and how. */
export interface Shown {
  /** The game with its moves up to what is on the board. */
  opening: Opening;
  /** Seen from this seat. */
  from: Seat;
  /** For each seat who plays. */
  names: readonly string[];
  /** How the game ended, where the moves go to its end. */
  result: string | null;
  /** What is drawn on the board now. */
  marks?: Mark[];
}

/** How wide pictures of points are. */
const WIDTH = { png: 1024, gif: 480 };
/** How long a position of an animation stays, in hundredths of a second. */
const STAY = { title: 200, first: 120, each: 80, last: 300 };

type Draw = (what: { ply?: number; title?: boolean; width?: number }) => Promise<string>;

/** The last move, and who is to move; or how it ended. */
function says(view: View, plies: number, result: string | null): string {
  const last = view.played.at(-1);
  if (result !== null && view.played.length === plies) return result;
  const move = last ? `${rounds(view.played, view.players).at(-1)}. ${last.move}` : "";
  const next = view.status.toAct === null ? "" : t("play.toMove", seatName(view.game, view.status.toAct));
  return [move, next].filter(Boolean).join(" · ");
}

/** Sets the board up outside the window for as long as it is drawn. */
async function withBoard<T>(
  { opening, from, names, result, marks: drawn = [] }: Shown,
  does: (draw: Draw, plies: number) => Promise<T>,
): Promise<T> {
  const session = new RulesSession();
  const host = document.createElement("div");
  host.inert = true;
  let board: Record<string, unknown> | null = null;
  try {
    const whole = await session.open(opening);
    const plies = whole.played.length;
    let now = $state.raw({ view: whole, marks: drawn, said: "", title: false });
    document.body.append(host);
    board = mount(Picture, {
      target: host,
      props: {
        from,
        names,
        get view() {
          return now.view;
        },
        get marks() {
          return now.marks;
        },
        get says() {
          return now.said;
        },
        get title() {
          return now.title;
        },
      },
    });
    const draughtsman = new SvgRenderer();
    return await does(async ({ ply = plies, title = false, width }) => {
      const view = ply === plies ? whole : await session.viewAt(ply);
      // What was drawn belongs to the last position.
      const marks = ply === plies && !title ? drawn : [];
      now = { view, marks, said: title ? (result ?? "") : says(view, plies, result), title };
      flushSync();
      const words = [gameName(view.game), names.join(" – "), now.said, view.position].filter(Boolean).join(". ");
      // The colours are those of the page.
      const paper = getComputedStyle(host.firstElementChild!).backgroundColor;
      return draughtsman.svg(host, { title: words, paper, ...(width !== undefined && { width }) });
    }, plies);
  } finally {
    if (board) void unmount(board);
    host.remove();
    session.free();
  }
}

export const svgOf = (shown: Shown): Promise<Blob> =>
  withBoard(shown, async (draw) => new Blob([await draw({})], { type: "image/svg+xml" }));

/** The drawing as an image the canvas can take. */
async function painted(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function canvasFor(image: HTMLImageElement): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  return context;
}

export const pngOf = (shown: Shown): Promise<Blob> =>
  withBoard(shown, async (draw) => {
    const image = await painted(await draw({ width: WIDTH.png }));
    const context = canvasFor(image);
    context.drawImage(image, 0, 0);
    return new Promise<Blob>((resolve, reject) =>
      context.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  });

/**
 * A frame with the names and the result, one for the first position and one for each ply; `told` hears how
 * many are done.
 */
export const gifOf = (shown: Shown, told: (done: number, of: number) => void = () => undefined): Promise<Blob> =>
  withBoard(shown, async (draw, plies) => {
    const animation = new ShareSession();
    try {
      let context: CanvasRenderingContext2D | null = null;
      // The title stands before the first position.
      for (let frame = -1; frame <= plies; frame++) {
        const title = frame < 0;
        const ply = Math.max(0, frame);
        const image = await painted(await draw({ ply, title, width: WIDTH.gif }));
        if (!context) {
          context = canvasFor(image);
          await animation.animate(context.canvas.width, context.canvas.height);
        }
        const { width, height } = context.canvas;
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        const time = title ? STAY.title : ply === plies ? STAY.last : ply === 0 ? STAY.first : STAY.each;
        await animation.frame(new Uint8Array(data.buffer), time);
        told(frame + 2, plies + 2);
      }
      const bytes = Uint8Array.from(atob(await animation.animated()), (char) => char.charCodeAt(0));
      return new Blob([bytes], { type: "image/gif" });
    } finally {
      animation.free();
    }
  });
