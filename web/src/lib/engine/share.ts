// Import and export, using the full module, which is fetched only when needed.

import type { Imported, Sketched, SketchRequest } from "$lib/share/types";
import { Port } from "./port";
import type { Opening, RecordRequest, View } from "./types";

const port = new Port(() => new Worker(new URL("./share.worker.ts", import.meta.url), { type: "module" }));
let next = 1;

/** A session for import and export: position editor, games from text, pictures. */
export class ShareSession {
  readonly #number = next++;

  /** Edits a position; needs no open game. */
  sketch(request: SketchRequest): Promise<Sketched> {
    return port.ask("sketch", [this.#number, JSON.stringify(request)]);
  }
  open(opening: Opening): Promise<View> {
    return port.ask("open", [this.#number, JSON.stringify(opening)]);
  }
  /** Opens the first game of a text in any supported format. */
  importText(text: string): Promise<Imported> {
    return port.ask("importText", [this.#number, text]);
  }
  record(request: RecordRequest): Promise<string> {
    return port.ask("record", [this.#number, JSON.stringify(request)]);
  }
  /** The game as one line of JSON. */
  recordJson(request: RecordRequest): Promise<string> {
    return port.ask("recordJson", [this.#number, JSON.stringify(request)]);
  }
  viewAt(ply: number): Promise<View> {
    return port.ask("viewAt", [this.#number, ply]);
  }
  /** Starts an animated GIF; frames have four bytes per pixel. */
  animate(width: number, height: number): Promise<void> {
    return port.ask("animate", [this.#number, width, height]);
  }
  frame(rgba: Uint8Array, hundredths: number): Promise<void> {
    return port.ask("frame", [this.#number, rgba, hundredths]);
  }
  /** Finishes the GIF and returns it in base 64. */
  animated(): Promise<string> {
    return port.ask("animated", [this.#number]);
  }
  free(): void {
    void port.ask("free", [this.#number]).catch(() => undefined);
  }
}
