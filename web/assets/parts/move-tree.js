// @ts-check
// The moves of a study: the main line two to a row, other lines indented below the move that they replace. Each move is
// a button that leads to its position.

import { button, el, setAttribute, setText } from "../element.js";
import { signText } from "../format.js";
import { iconButton } from "../icon.js";
import { lineThrough, pathTo, ROOT } from "../variation-tree.js";

/** @import { IconName } from "../icon.js" */
/** @import { Tree } from "../variation-tree.js" */

/** Deeper lines are told in one place, or phones would have no room. */
const DEEPEST = 4;

export class MoveTree {
  /** @type {Tree | null} */
  tree = null;
  at = ROOT;
  /** @type {Map<number, HTMLButtonElement>} */
  buttons = new Map();

  /**
   * `goTo(node)` is called with a node, `step(by)` with -1 or 1, and with ±Infinity for the ends of the line.
   * @param {(node: number) => void} goTo
   * @param {(by: number) => void} step
   */
  constructor(goTo, step) {
    this.goTo = goTo;
    this.rows = el("div", { class: "tree" });
    /** @type {(sign: IconName, word: string, by: number) => HTMLButtonElement} */
    const stepButton = (sign, word, by) => iconButton(sign, word, () => step(by), { class: "bare" });
    this.steps = [
      stepButton("first", "First position", -Infinity),
      stepButton("back", "One move back", -1),
      stepButton("forward", "One move forward", 1),
      stepButton("end", "Last position", Infinity),
    ];
    this.scroller = el("div", { class: "moves-scroll", tabIndex: 0, role: "group", "aria-label": "Moves" }, this.rows);
    this.element = el(
      "div",
      { class: "moves-box" },
      this.scroller,
      el("div", { class: "steps", role: "group", "aria-label": "Step through the game" }, this.steps),
    );
  }

  /**
   * @param {Tree} tree
   * @param {number} at
   */
  update(tree, at) {
    if (tree !== this.tree) this.rebuild(tree);
    const isNew = tree !== this.tree || at !== this.at;
    this.tree = tree;
    this.at = at;
    for (const [id, node] of this.buttons) setAttribute(node, "aria-current", id === at ? "step" : null);
    const isFirst = at === ROOT;
    const isLast = tree.nodes[at].children.length === 0;
    this.steps.forEach((node, i) => setAttribute(node, "aria-disabled", (i < 2 ? isFirst : isLast) ? "true" : null));
    if (isNew) this.follow();
  }

  /** @param {Tree} tree */
  rebuild(tree) {
    const focused = [...this.buttons].find(([, node]) => node === document.activeElement)?.[0];
    this.buttons.clear();
    this.tree = tree;
    const root = tree.nodes[ROOT];
    const main = root.children.length > 0 ? this.mainLine() : [el("p", { class: "soft" }, "No moves yet.")];
    this.rows.replaceChildren(...this.comment(ROOT), ...main);
    if (focused !== undefined) this.buttons.get(focused)?.focus({ preventScroll: true });
  }

  get nodes() {
    return /** @type {Tree} */ (this.tree).nodes;
  }

  mainLine() {
    /** @type {HTMLElement[]} */
    const parts = [];
    /** @type {HTMLElement | null} */
    let row = null;
    let ply = 0;
    for (let at = this.nodes[ROOT]; at.children.length > 0; ) {
      const [first, ...others] = at.children;
      ply++;
      if (row === null || ply % 2 === 1) {
        row = el("div", { class: "tree-row" }, el("span", { class: "tree-number" }, numberOf(ply)));
        if (ply % 2 === 0) row.append(el("span", { class: "tree-gap" }));
        parts.push(row);
      }
      row.append(this.move(first));
      const notes = [...this.comment(first), ...others.map((other) => this.side(other, ply, 1))];
      if (notes.length > 0) {
        parts.push(...notes);
        row = null;
      }
      at = this.nodes[first];
    }
    return parts;
  }

  /**
   * A line beside the main one.
   * @param {number} begin
   * @param {number} ply
   * @param {number} depth
   * @returns {HTMLElement}
   */
  side(begin, ply, depth) {
    const { name } = this.nodes[begin];
    const node = el("div", { class: `tree-side${depth <= DEEPEST ? "" : " deepest"}`, role: "group", "aria-label": name || "Variation" });
    if (name) node.append(el("strong", { class: "tree-name" }, `${name}: `));
    let isAfresh = true;
    /** @param {number} id */
    const add = (id) => {
      if (ply % 2 === 1 || isAfresh) node.append(el("span", { class: "tree-number" }, numberOf(ply)));
      isAfresh = false;
      node.append(this.move(id));
      if (this.nodes[id].comment) isAfresh = true;
      node.append(...this.comment(id));
    };
    add(begin);
    for (let at = this.nodes[begin]; at.children.length > 0; ) {
      const [first, ...others] = at.children;
      ply++;
      add(first);
      if (others.length > 0) isAfresh = true;
      node.append(...others.map((other) => this.side(other, ply, depth + 1)));
      at = this.nodes[first];
    }
    return node;
  }

  /** @param {number} id */
  move(id) {
    const { move, nags, shapes } = this.nodes[id];
    const signs = [...new Set(nags.map(signText)), ...(shapes.length > 0 ? ["✎"] : [])].join(" ");
    const node = button(move, () => this.goTo(id), { class: "move", "data-move": move });
    if (signs) node.append(el("span", { class: "judgement" }, signs));
    this.buttons.set(id, node);
    return node;
  }

  /** @param {number} id */
  comment(id) {
    const { comment } = this.nodes[id];
    return comment ? [el("p", { class: "tree-comment" }, comment)] : [];
  }

  /** Keeps the current move in sight without moving the page. */
  follow() {
    const node = this.buttons.get(this.at);
    const { scroller } = this;
    if (!node) {
      scroller.scrollTop = 0;
      return;
    }
    const [inner, outer] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      scroller.scrollTop += inner.top - outer.top - outer.height / 2;
  }
}

/** @param {number} ply from 1 */
const numberOf = (ply) => `${Math.ceil(ply / 2)}${ply % 2 === 1 ? "." : "…"}`;

/**
 * The node that a step leads to: along `line` where it goes through the node, otherwise by first moves.
 * @param {Tree} tree
 * @param {number} at
 * @param {number} by
 * @param {number[]} line
 */
export function stepFrom(tree, at, by, line) {
  if (by === -Infinity) return ROOT;
  if (by < 0) return tree.nodes[at].parent ?? ROOT;
  const kept = line.filter((id) => tree.nodes[id]);
  const way = at === ROOT || kept.includes(at) ? kept : lineThrough(tree, at);
  const onward = way.length > 0 ? way : lineThrough(tree, at);
  if (by === Infinity) return onward.at(-1) ?? at;
  return onward[pathTo(tree, at).length] ?? tree.nodes[at].children[0] ?? at;
}

export class Annotation {
  /**
   * The comment on a move, and what can be done with its line.
   * @param {{ comment: (text: string) => void, name: (text: string) => void, promote: () => void, remove: () => void, undo: () => void, erase: () => void }} handlers
   */
  constructor(handlers) {
    this.comment = el("textarea", { id: "comment", rows: 2, maxLength: 2000, on: { change: () => handlers.comment(this.comment.value.trim()) } });
    this.name = el("input", { type: "text", id: "variation", maxLength: 60, on: { change: () => handlers.name(this.name.value.trim()) } });
    this.named = el("div", { class: "group" }, el("label", { for: "variation" }, "Name of the variation"), this.name);
    this.promote = button("Promote the variation", handlers.promote);
    this.remove = button("Delete from here", handlers.remove);
    this.erase = button("Clear drawings", handlers.erase);
    this.undo = button("Undo the change", handlers.undo);
    this.label = el("label", { for: "comment" }, "Comment");
    this.element = el(
      "details",
      { class: "annotation" },
      el("summary", {}, "Comments and variations"),
      el("div", { class: "group" }, this.label, this.comment),
      this.named,
      el("div", { class: "row" }, this.promote, this.remove, this.erase, this.undo),
    );
  }

  /**
   * @param {object} shown
   * @param {string} shown.move on which the comment is; empty for the start
   * @param {string} shown.comment
   * @param {string | null} shown.name of the variation, or null on the main line
   * @param {boolean} shown.hasDrawings
   * @param {boolean} shown.canUndo
   */
  update({ move, comment, name, hasDrawings, canUndo }) {
    setText(this.label, move ? `Comment on ${move}` : "Comment on the start");
    // What is being written is left alone.
    if (document.activeElement !== this.comment) this.comment.value = comment;
    if (document.activeElement !== this.name) this.name.value = name ?? "";
    this.named.hidden = name === null;
    this.promote.hidden = name === null;
    this.remove.hidden = move === "";
    this.erase.hidden = !hasDrawings;
    this.undo.hidden = !canUndo;
  }
}
