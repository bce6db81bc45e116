// Exports drawings of the page as standalone SVG: all styles from style sheets are inlined, so that any
// program renders it the same.

const SVG = "http://www.w3.org/2000/svg";
/** Presentation attributes, replaced by computed styles. */
const LOOK =
  /^(class|style|role|tabindex|focusable|transform|fill|stroke|opacity|font|text-anchor|pointer-events|aria-|data-)/;
/** Inlined style properties and their defaults. */
const PAINT: readonly [string, string][] = [
  ["fill", "rgb(0, 0, 0)"],
  ["fill-opacity", "1"],
  ["fill-rule", "nonzero"],
  ["stroke", "none"],
];
const STROKE: readonly [string, string][] = [
  ["stroke-width", "1px"],
  ["stroke-opacity", "1"],
  ["stroke-linecap", "butt"],
  ["stroke-linejoin", "miter"],
  ["stroke-dasharray", "none"],
  ["stroke-dashoffset", "0px"],
];
const TEXT: readonly [string, string][] = [
  ["font-family", ""],
  ["font-size", ""],
  ["font-weight", "400"],
  ["text-anchor", "start"],
  ["letter-spacing", "normal"],
];
const GROUP: readonly [string, string][] = [
  ["opacity", "1"],
  ["filter", "none"],
  ["mix-blend-mode", "normal"],
];

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The styles of a drawing, each with a short class name. */
class Styles {
  readonly #names = new Map<string, string>();

  nameOf(style: string): string {
    const known = this.#names.get(style);
    if (known !== undefined) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(style, name);
    return name;
  }
  toString(): string {
    return [...this.#names].map(([style, name]) => `.${name}{${style}}`).join("\n");
  }
}

function lookOf(element: SVGElement, style: CSSStyleDeclaration): string {
  const status: string[] = [];
  const add = (list: readonly [string, string][]) => {
    for (const [property, usual] of list) {
      const value = style.getPropertyValue(property);
      if (value !== "" && value !== usual) status.push(`${property}:${value.replaceAll('"', "'")}`);
    }
  };
  add(GROUP);
  if (element instanceof SVGGeometryElement || element instanceof SVGTextContentElement) {
    add(PAINT);
    if (style.getPropertyValue("stroke") !== "none") add(STROKE);
    if (element instanceof SVGTextContentElement) add(TEXT);
  }
  return status.join(";");
}

function write(node: Node, styles: Styles): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.textContent ?? "");
  if (!(node instanceof SVGElement)) return "";
  const style = getComputedStyle(node);
  const within = [...node.childNodes];
  const isClip = node instanceof SVGClipPathElement;
  if (!isClip && (style.display === "none" || style.visibility === "hidden")) return "";
  const attributes = [...node.attributes]
    .filter(({ name }) => !LOOK.test(name))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`);
  // A transform in the style overrides the attribute.
  const transform = style.transform !== "none" ? style.transform : (node.getAttribute("transform") ?? "");
  if (transform && node.tagName !== "svg") attributes.push(` transform="${escaped(transform)}"`);
  const look = node.closest("clipPath") ? "" : lookOf(node, style);
  if (look) attributes.push(` class="${styles.nameOf(look)}"`);
  const content = within.map((child) => write(child, styles)).join("");
  return content === "" ? `<${node.tagName}${attributes.join("")}/>` : wrapped(node.tagName, attributes, content);
}
const wrapped = (tag: string, attributes: string[], content: string): string =>
  `<${tag}${attributes.join("")}>${content}</${tag}>`;

/** Minimum scale of a text before it is truncated. */
const LEAST = 0.7;

/** Shrinks texts that are too long for their room, and then truncates them. */
function fitted(host: Element): void {
  for (const text of host.querySelectorAll<SVGTextElement>("text[data-room]")) {
    const room = Number(text.dataset.room);
    const length = text.getComputedTextLength();
    if (length <= room) continue;
    const size = Number(text.getAttribute("font-size"));
    text.setAttribute("font-size", String(size * Math.max(LEAST, room / length)));
    const whole = [...(text.textContent ?? "").trim()];
    for (let left = whole.length; left > 0 && text.getComputedTextLength() > room; left--)
      text.textContent = `${whole
        .slice(0, left - 1)
        .join("")
        .trimEnd()}…`;
  }
}

/**
 * Renders all drawings in an element, stacked, as one SVG. The last one sets the view box. Results are cached
 * for unchanged drawings.
 */
export class SvgRenderer {
  readonly #styles = new Styles();
  readonly #known = new Map<number, { as: string; text: string }>();

  svg(host: Element, { width, title, paper }: { width?: number; title: string; paper: string }): string {
    fitted(host);
    const drawings = [...host.querySelectorAll<SVGSVGElement>("svg")].filter(
      (drawing) => !drawing.parentElement?.closest("svg"),
    );
    const content = drawings.map((drawing, at) => {
      const as = drawing.outerHTML;
      const known = this.#known.get(at);
      if (known?.as === as) return known.text;
      const text = [...drawing.childNodes].map((node) => write(node, this.#styles)).join("");
      this.#known.set(at, { as, text });
      return text;
    });
    const { x, y, width: across, height: down } = drawings.at(-1)!.viewBox.baseVal;
    const size = width === undefined ? "" : ` width="${width}" height="${Math.round((width * down) / across)}"`;
    return (
      `<svg xmlns="${SVG}" viewBox="${x} ${y} ${across} ${down}"${size} role="img">\n` +
      `<title>${escaped(title)}</title>\n<style>\n${this.#styles.toString()}\n</style>\n` +
      `<rect x="${x}" y="${y}" width="${across}" height="${down}" fill="${paper}"/>\n` +
      `${content.map((text) => `<g>${text}</g>`).join("\n")}\n</svg>\n`
    );
  }
}
