// Pictures of a game to keep: drawn by the rules' module as the shell draws them, painted on a canvas where
// points are wanted.

import { ShareSession } from "$lib/engine/share";
import type { Opening } from "$lib/engine/types";

/** How wide pictures of points are. */
const WIDTH = { png: 1024, gif: 480 };
/** How long a position of an animation stays, in hundredths of a second. */
const STAY = { first: 120, each: 80, last: 300 };
const PAPER = "#f3ede2";

async function withGame<T>(opening: Opening, does: (session: ShareSession) => Promise<T>): Promise<T> {
  const session = new ShareSession();
  try {
    await session.open(opening);
    return await does(session);
  } finally {
    session.free();
  }
}

export const svgOf = (opening: Opening): Promise<Blob> =>
  withGame(opening, async (session) => new Blob([await session.picture({})], { type: "image/svg+xml" }));

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

export const pngOf = (opening: Opening): Promise<Blob> =>
  withGame(opening, async (session) => {
    const image = await painted(await session.picture({ theme: "light", width: WIDTH.png }));
    const context = canvasFor(image);
    context.drawImage(image, 0, 0);
    return new Promise<Blob>((resolve, reject) =>
      context.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  });

/** A frame for the first position and for each ply; `told` hears how many are done. */
export const gifOf = (opening: Opening, told: (done: number, of: number) => void = () => undefined): Promise<Blob> =>
  withGame(opening, async (session) => {
    const plies = opening.moves?.length ?? 0;
    let context: CanvasRenderingContext2D | null = null;
    for (let ply = 0; ply <= plies; ply++) {
      const image = await painted(await session.picture({ ply, theme: "light", width: WIDTH.gif }));
      if (!context) {
        context = canvasFor(image);
        await session.animate(context.canvas.width, context.canvas.height);
      }
      const { width, height } = context.canvas;
      context.fillStyle = PAPER;
      context.fillRect(0, 0, width, height);
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const time = ply === plies ? STAY.last : ply === 0 ? STAY.first : STAY.each;
      await session.frame(new Uint8Array(data.buffer), time);
      told(ply + 1, plies + 1);
    }
    const bytes = Uint8Array.from(atob(await session.animated()), (char) => char.charCodeAt(0));
    return new Blob([bytes], { type: "image/gif" });
  });
