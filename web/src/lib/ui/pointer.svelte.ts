// What the page is pointed at with: a finger, until a mouse is moved, and the other way round. Words and
// buttons fit it.

class Pointer {
  touch = $state(typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches);

  constructor() {
    if (typeof addEventListener === "undefined") return;
    const used = ({ pointerType }: PointerEvent) => (this.touch = pointerType === "touch");
    addEventListener("pointerdown", used, { capture: true, passive: true });
    addEventListener("pointermove", used, { capture: true, passive: true });
  }
}

export const pointer = new Pointer();
