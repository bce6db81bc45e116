// What the page is pointed at with: a finger, until a mouse is moved, and the other way round. Words and
// buttons fit it.

/** Some phones claim to have a mouse: a small screen that can be touched is one of them. */
function isTouch(): boolean {
  if (typeof matchMedia === "undefined") return false;
  return (
    matchMedia("(pointer: coarse)").matches ||
    (navigator.maxTouchPoints > 0 && matchMedia("(max-width: 599.9px)").matches)
  );
}

class Pointer {
  touch = $state(isTouch());

  constructor() {
    if (typeof addEventListener === "undefined") return;
    const used = ({ pointerType }: PointerEvent) => (this.touch = pointerType === "touch");
    addEventListener("pointerdown", used, { capture: true, passive: true });
    addEventListener("pointermove", used, { capture: true, passive: true });
  }
}

export const pointer = new Pointer();
