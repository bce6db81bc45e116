// The current input device: touch until a mouse is moved, and vice versa. Texts and buttons adapt.

/** Some phones claim to have a mouse, so small touch screens always count as touch. */
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
