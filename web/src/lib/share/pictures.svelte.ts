// Pictures of a game: the board as drawn on the page, with players and result, painted on a canvas for bitmap
// formats.

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

/** What a picture shows. */
export interface Shown {
  /** The game up to the position shown. */
  opening: Opening;
  /** The seat at the bottom. */
  from: Seat;
  /** Player names by seat. */
  names: readonly string[];
  /** The result, if the moves reach the end. */
  result: string | null;
  /** Marks on the board. */
  marks?: Mark[];
}

/** Width of bitmap pictures in pixels. */
const WIDTH = { png: 1024, gif: 480 };
/** Duration of animation frames, in hundredths of a second. */
const STAY = { title: 200, first: 120, each: 80, last: 300 };

type Draw = (what: { ply?: number; title?: boolean; width?: number }) => Promise<string>;

/** The caption: the last move and who is to move, or the result. */
function says(view: View, plies: number, result: string | null): string {
  const last = view.played.at(-1);
  if (result !== null && view.played.length === plies) return result;
  const move = last ? `${rounds(view.played, view.players).at(-1)}. ${last.move}` : "";
  const next = view.status.toAct === null ? "" : t("play.toMove", seatName(view.game, view.status.toAct));
  return [move, next].filter(Boolean).join(" · ");
}

/** Mounts the board off-screen while it is drawn. */
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
    let now = $state.raw({ view: whole, marks: drawn, status: "", title: false });
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
          return now.status;
        },
        get title() {
          return now.title;
        },
      },
    });
    const draughtsman = new SvgRenderer();
    return await does(async ({ ply = plies, title = false, width }) => {
      const view = ply === plies ? whole : await session.viewAt(ply);
      // Annotations belong to the last position only.
      const marks = ply === plies && !title ? drawn : [];
      now = { view, marks, status: title ? (result ?? "") : says(view, plies, result), title };
      flushSync();
      const words = [gameName(view.game), names.join(" – "), now.status, view.position].filter(Boolean).join(". ");
      // The colours of the current theme.
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

/** Loads an SVG as an image for the canvas. */
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
 * An animated GIF: a title frame, the starting position, and one frame per ply. `onprogress` receives the
 * progress.
 */
export const gifOf = (shown: Shown, onprogress: (done: number, of: number) => void = () => undefined): Promise<Blob> =>
  withBoard(shown, async (draw, plies) => {
    const animation = new ShareSession();
    try {
      let context: CanvasRenderingContext2D | null = null;
      // The title frame comes first.
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
        onprogress(frame + 2, plies + 2);
      }
      const bytes = Uint8Array.from(atob(await animation.animated()), (char) => char.charCodeAt(0));
      return new Blob([bytes], { type: "image/gif" });
    } finally {
      animation.free();
    }
  });
