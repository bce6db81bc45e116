// A game with variations and comments: the tree behind the analysis board.

import { WorkerError, RulesError } from "$lib/engine/port";
import { texts as ofWorker, type Session, type Texts } from "$lib/engine/rules";
import type { Description, Failure, Opening, Status, View } from "$lib/engine/types";
import { bare, grown, listed, type Node, type Shape, type TreeText } from "./node";
import { movesTo, placeOf, withPlace } from "./path";

export type { Colour, Node, Shape } from "./node";

const same = (a: Shape, b: Shape) => a.kind === b.kind && a.cells.join() === b.cells.join();

/** A tree and the current node. `view` follows `path` once the rules have answered. */
export class Study {
  opening = $state.raw<Omit<Opening, "moves">>({ game: "squadro" });
  tags = $state.raw<[string, string][]>([]);
  result = $state("*");
  root = $state<Node>(bare(0));
  /** From the root to the current node, inclusive. */
  path = $state.raw<Node[]>([]);
  readonly current: Node = $derived(this.path.at(-1) ?? this.root);
  /** The moves to the current node. */
  readonly moves: string[] = $derived(this.path.slice(1).map(({ move }) => move));
  /** Which branch "forward" takes; chosen at a fork. */
  choice = $state(0);
  readonly next: Node | null = $derived(this.current.children[this.choice] ?? null);
  /** The continuation by the chosen branch and then the main line. */
  readonly line: Node[] = $derived.by(() => {
    const line: Node[] = [];
    for (let node = this.next; node; node = node.children[0] ?? null) line.push(node);
    return line;
  });
  /** The board at the current node; null until the first answer. */
  view = $state.raw<View | null>(null);
  /** The node that `view` shows; `current` may be ahead of it. */
  shown = $state.raw<Node | null>(null);
  /** The move that led to `view`, when stepping forward. */
  animation = $state.raw<Description | null>(null);
  /** Increases with every change of the tree. */
  revision = $state(0);
  /** Why the rules do not respond. */
  broken = $state<string | null>(null);
  #nextId = 1;
  /** Only the latest navigation takes effect. */
  #request = 0;

  constructor(
    readonly session: Session,
    private readonly texts: Texts = ofWorker,
  ) {}

  /** Opens another tree at its root, after these moves, or at the place from a link. */
  async open(tree: TreeText, to: readonly string[] | string = []): Promise<void> {
    this.opening = tree.opening;
    this.tags = tree.tags;
    this.result = tree.result;
    this.root = grown(tree.nodes, this.#nextId);
    this.#nextId += tree.nodes.length + 1;
    const path = [this.root];
    for (const move of typeof to === "string" ? movesTo(this.root, to) : to) {
      const child = path.at(-1)!.children.find((child) => child.move === move);
      if (!child) break;
      path.push(child);
    }
    this.path = path;
    this.choice = 0;
    this.revision++;
    this.view = this.shown = null;
    this.#reopen = true;
    await this.#show(false);
  }
  #reopen = true;

  /** Moves the rules session to the current node. Recreates it if the worker has died. */
  async #follow(moves: string[]): Promise<void> {
    if (!this.#reopen) {
      try {
        await this.session.follow(moves);
        return;
      } catch (error) {
        if (!(error instanceof WorkerError) && !(error instanceof RulesError && error.failure.kind === "request"))
          throw error;
      }
    }
    await this.session.open({ ...this.opening, moves });
    this.#reopen = false;
  }

  async #show(animate: boolean): Promise<void> {
    const request = ++this.#request;
    const { moves, current } = this;
    try {
      await this.#follow(moves);
      if (request !== this.#request) return;
      const [view, description] = await Promise.all([
        this.session.view(),
        animate && moves.length > 0 ? this.session.describePly(moves.length) : null,
      ]);
      if (request !== this.#request) return;
      this.animation = description;
      this.view = view;
      this.shown = current;
      this.broken = null;
    } catch (error) {
      if (request === this.#request) this.broken = error instanceof Error ? error.message : String(error);
    }
  }

  /** Retries after the rules failed. */
  retry(): Promise<void> {
    this.#reopen = true;
    return this.#show(false);
  }

  /** Plays a move from here: follows an existing branch or adds one. */
  async play(move: string): Promise<Failure | null> {
    const parent = this.current;
    const known = parent.children.find((child) => child.move === move);
    if (known) {
      await this.goto(known);
      return null;
    }
    const path = this.path;
    const moves = this.moves;
    try {
      await this.#follow(moves);
      const { description, view } = await this.session.play(move);
      const node = this.#child(parent, description.move, description.seat);
      // The user may have navigated elsewhere meanwhile.
      if (this.current !== parent) return null;
      this.#request++;
      this.path = [...path, node];
      this.choice = 0;
      this.animation = description;
      this.view = view;
      this.shown = node;
      return null;
    } catch (error) {
      if (error instanceof RulesError) return error.failure;
      this.broken = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  /** The child with this move, created if missing. */
  #child(parent: Node, move: string, seat: number | null): Node {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    parent.children.push(bare(this.#nextId++, move, seat));
    this.revision++;
    return parent.children.at(-1)!;
  }

  /** Adds the legal part of a line to a node without going there. */
  async addLine(from: Node, moves: readonly string[]): Promise<void> {
    const before = this.pathTo(from)
      .slice(1)
      .map(({ move }) => move);
    let node = from;
    try {
      let status: Status = await this.session.follow(before);
      for (const move of moves) {
        const seat = status.toAct;
        before.push(move);
        status = await this.session.follow(before);
        node = this.#child(node, move, seat);
      }
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
    } finally {
      await this.#follow(this.moves);
    }
  }

  /** The nodes from the root to this one; only the root for a node of another tree. */
  pathTo(node: Node): Node[] {
    const parents = new Map<Node, Node>();
    const waiting = [this.root];
    for (let next = waiting.pop(); next && next !== node; next = waiting.pop()) {
      for (const child of next.children) {
        parents.set(child, next);
        waiting.push(child);
      }
    }
    const path: Node[] = [];
    for (let at: Node | undefined = node; at; at = parents.get(at)) path.unshift(at);
    return path[0] === this.root ? path : [this.root];
  }

  async goto(node: Node): Promise<void> {
    const step = this.current.children.includes(node);
    await this.#go(step ? [...this.path, node] : this.pathTo(node), step);
  }
  async #go(path: Node[], animate = false): Promise<void> {
    if (path.length === this.path.length && path.at(-1) === this.current) return;
    this.path = path;
    this.choice = 0;
    await this.#show(animate);
  }

  /** One move forward by the chosen branch, or several along the main line. */
  async forward(plies = 1): Promise<void> {
    const ahead = this.line.slice(0, plies);
    await this.#go([...this.path, ...ahead], ahead.length === 1);
  }
  async back(plies = 1): Promise<void> {
    await this.#go(this.path.slice(0, Math.max(1, this.path.length - plies)));
  }
  first = (): Promise<void> => this.back(Infinity);
  last = (): Promise<void> => this.forward(Infinity);

  /** Switches to a sibling branch: at this fork or, without one here, at the fork that led here. */
  async branch(step: 1 | -1): Promise<void> {
    const { children } = this.current;
    if (children.length > 1) {
      this.choice = (this.choice + step + children.length) % children.length;
      return;
    }
    const siblings = this.path.at(-2)?.children ?? [];
    const at = siblings.indexOf(this.current);
    const other = siblings[(at + step + siblings.length) % siblings.length];
    if (siblings.length > 1 && other) await this.#go([...this.path.slice(0, -1), other]);
  }
  /** To the previous or next fork. */
  async fork(step: 1 | -1): Promise<void> {
    if (step < 0) {
      const at = this.path.slice(0, -1).findLastIndex(({ children }) => children.length > 1);
      await this.#go(this.path.slice(0, Math.max(0, at) + 1));
    } else {
      const at = this.line.findIndex(({ children }) => children.length > 1);
      await this.forward(at < 0 ? Infinity : at + 1);
    }
  }

  /** Whether a node is off the main line. */
  isVariation(node: Node): boolean {
    const path = this.pathTo(node);
    return path.some((at, index) => index > 0 && path[index - 1]!.children[0] !== at);
  }
  /** Moves the innermost variation of this node before its siblings. */
  promote(node: Node): void {
    const path = this.pathTo(node);
    const at = path.findLastIndex((at, index) => index > 0 && path[index - 1]!.children[0] !== at);
    if (at < 0) return;
    const parent = path[at - 1]!;
    const risen = path[at]!;
    parent.children = [risen, ...parent.children.filter((child) => child !== risen)];
    this.choice = 0;
    this.revision++;
  }
  /** Removes a move and everything after it. */
  async remove(node: Node): Promise<void> {
    const path = this.pathTo(node);
    const parent = path.at(-2);
    if (!parent || path.at(-1) !== node) return;
    const within = this.path.includes(node);
    parent.children = parent.children.filter((child) => child !== node);
    this.choice = 0;
    this.revision++;
    if (within) await this.#go(path.slice(0, -1));
  }

  comment(node: Node, text: string): void {
    if (node.comment === text) return;
    node.comment = text;
    this.revision++;
  }
  /** A move has at most one symbol; `$` glyphs stay. */
  toggleGlyph(node: Node, glyph: string): void {
    if (node === this.root) return;
    const others = node.glyphs.filter((one) => one.startsWith("$"));
    node.glyphs = node.glyphs.includes(glyph) ? others : [glyph, ...others];
    this.revision++;
  }
  /** Adds a shape, changes its colour, or removes it. */
  toggleShape(node: Node, shape: Shape): void {
    const there = node.shapes.find((one) => same(one, shape));
    const others = node.shapes.filter((one) => !same(one, shape));
    node.shapes = there?.colour === shape.colour ? others : [...others, shape];
    this.revision++;
  }
  clearShapes(node: Node): void {
    if (node.shapes.length === 0) return;
    node.shapes = [];
    this.revision++;
  }
  /** Sets the value found for a position. */
  setValue(node: Node, value: Node["value"]): void {
    node.value = value;
    this.revision++;
  }

  toTree(): TreeText {
    const { opening, tags, result } = this;
    return { opening, tags, result, nodes: listed(this.root) };
  }
  toText(): Promise<string> {
    return this.texts.writeTree(this.toTree());
  }
  /** The address that opens this tree at the current node, from its first `/`. */
  async toLink(): Promise<string> {
    const place = placeOf(this.path);
    return withPlace(await this.texts.writeLink(this.toTree()), place);
  }
}
