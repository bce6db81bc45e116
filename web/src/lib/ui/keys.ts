// The page's keyboard shortcuts: one table for both bindings and help.

export type Act =
  | "back"
  | "forward"
  | "first"
  | "last"
  | "flip"
  | "rotate"
  | "turnPiece"
  | "zen"
  | "takeBack"
  | "hint"
  | "replay"
  | "sound"
  | "next"
  | "type"
  | "toBoard"
  | "now"
  | "rules"
  | "branchUp"
  | "branchDown"
  | "forkBack"
  | "forkOn"
  | "tenBack"
  | "tenOn"
  | "best"
  | "engine"
  | "arrow"
  | "threat"
  | "branches"
  | "values"
  | "close"
  | "help";

export interface Binding {
  act: Act;
  /** As in `KeyboardEvent.key`, letters in lower case; `Shift+` before other keys. */
  keys: readonly string[];
  /** Where it works: on every page, in a game, in analysis, or on a board with carried pieces. */
  where: "everywhere" | "game" | "analysis" | "carrying";
}

export const KEYS: readonly Binding[] = [
  { act: "back", keys: ["ArrowLeft", "k"], where: "game" },
  { act: "forward", keys: ["ArrowRight", "j"], where: "game" },
  { act: "first", keys: ["Home"], where: "game" },
  { act: "last", keys: ["End"], where: "game" },
  { act: "flip", keys: ["f"], where: "game" },
  { act: "rotate", keys: ["r"], where: "game" },
  { act: "turnPiece", keys: ["r"], where: "carrying" },
  { act: "zen", keys: ["z"], where: "game" },
  { act: "takeBack", keys: ["u"], where: "game" },
  { act: "hint", keys: ["h"], where: "game" },
  { act: "replay", keys: ["p"], where: "game" },
  { act: "type", keys: ["c", "/"], where: "game" },
  { act: "toBoard", keys: ["b"], where: "game" },
  { act: "now", keys: [" "], where: "game" },
  { act: "rules", keys: ["i"], where: "game" },
  { act: "branchUp", keys: ["ArrowUp"], where: "analysis" },
  { act: "branchDown", keys: ["ArrowDown"], where: "analysis" },
  { act: "forkBack", keys: ["Shift+ArrowLeft"], where: "analysis" },
  { act: "forkOn", keys: ["Shift+ArrowRight"], where: "analysis" },
  { act: "tenBack", keys: ["PageUp"], where: "analysis" },
  { act: "tenOn", keys: ["PageDown"], where: "analysis" },
  { act: "best", keys: [" "], where: "analysis" },
  { act: "engine", keys: ["l"], where: "analysis" },
  { act: "arrow", keys: ["a"], where: "analysis" },
  { act: "threat", keys: ["x"], where: "analysis" },
  { act: "branches", keys: ["v"], where: "analysis" },
  { act: "values", keys: ["e"], where: "analysis" },
  { act: "sound", keys: ["m"], where: "everywhere" },
  { act: "next", keys: ["n"], where: "everywhere" },
  { act: "close", keys: ["Escape"], where: "everywhere" },
  { act: "help", keys: ["?"], where: "everywhere" },
];

/** Actions of games in progress only. */
const WHILE_PLAYING: readonly Act[] = ["takeBack", "hint", "replay", "now"];
/** The shortcuts of a place, for the help; `carrying`: on a board with carried pieces. */
export function keysAt(place: "page" | "game" | "analysis", carrying = false): Binding[] {
  return KEYS.filter(({ act, where, keys }) => {
    if (where === "carrying") return carrying;
    // The board's shortcuts take precedence.
    if (carrying && KEYS.some((one) => one.where === "carrying" && one.keys.some((key) => keys.includes(key))))
      return false;
    if (where === "everywhere" || where === place) return true;
    return place === "analysis" && where === "game" && !WHILE_PLAYING.includes(act);
  });
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target" | "defaultPrevented"> &
  Partial<Pick<KeyboardEvent, "shiftKey">>;

/** Text is being typed, so keys are letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Keys a focused control needs itself. */
function belongsToControl(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (key === " ") return target.closest("button, a, input, summary, [role=gridcell], [role=button]") !== null;
  const arrows = key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key);
  return arrows && target.closest("input, [role=grid], [role=gridcell], [role=slider]") !== null;
}

/**
 * The action of a key press; null if it is not ours: with modifiers, while typing, or handled by a control.
 */
export function actOf(event: Pressed, places: readonly Binding["where"][]): Act | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (isTyping(event.target) || belongsToControl(event.key, event.target)) return null;
  const shift = event.shiftKey ? "Shift+" : "";
  const key = event.key.length === 1 ? event.key.toLowerCase() : shift + event.key;
  return KEYS.find(({ keys, where }) => places.includes(where) && keys.includes(key))?.act ?? null;
}

const SHOWN: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  "Shift+ArrowLeft": "⇧ ←",
  "Shift+ArrowRight": "⇧ →",
  Escape: "Esc",
};
/** The label of the key; null for the space bar, whose name is translated. */
export const keyCap = (key: string): string | null =>
  key === " " ? null : (SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key));

/** The label of an action's first key, for button tooltips. */
export const keyOf = (act: Act): string => keyCap(KEYS.find((binding) => binding.act === act)?.keys[0] ?? "") ?? "";

type Doing = Partial<Record<Act, () => void>>;

/** Binds the shortcuts while a component is mounted; unused keys are left to the browser. */
export function listenToKeys(where: Binding["where"], doing: () => Doing): () => void {
  const pressed = (event: KeyboardEvent) => {
    // An open dialog handles the keyboard itself.
    if (document.querySelector("dialog[open]")) return;
    const act = actOf(event, [where]);
    const does = act && doing()[act];
    if (!does) return;
    event.preventDefault();
    does();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}
