// @ts-check
// The list of moves, two to a line. Each is a button that leads to its position.

import { button, el, setAttribute } from "../element.js";
import { iconButton } from "../icon.js";
import { judgements } from "../format.js";

/** @import { IconName } from "../icon.js" */

export class MoveList {
  /**
   * `goTo(ply)` is called with the number of moves to be played.
   * @param {(ply: number) => void} goTo
   */
  constructor(goTo) {
    this.goTo = goTo;
    this.ply = 0;
    /** @type {string | null} */
    this.key = null;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.list = el("ol", { class: "moves" });
    this.empty = el("p", { class: "soft" }, "No moves yet.");
    /** @type {(sign: IconName, word: string, to: () => number) => HTMLButtonElement} */
    const step = (sign, word, to) =>
      iconButton(sign, word, () => goTo(Math.max(0, Math.min(this.buttons.length, to()))), { class: "bare" });
    this.steps = [
      step("first", "First position", () => 0),
      step("back", "One move back", () => this.ply - 1),
      step("forward", "One move forward", () => this.ply + 1),
      step("end", "Last position", () => this.buttons.length),
    ];
    this.scroller = el(
      "div",
      { class: "moves-scroll", tabIndex: 0, role: "group", "aria-label": "Moves" },
      this.empty,
      this.list,
    );
    this.element = el(
      "div",
      { class: "moves-box" },
      this.scroller,
      el("div", { class: "steps", role: "group", "aria-label": "Step through the game" }, this.steps),
    );
  }

  /**
   * @param {string[]} moves
   * @param {number} ply how many of them are played
   * @param {(string | null)[]} judged a judgement, or nothing, for each
   */
  update(moves, ply, judged = []) {
    const key = JSON.stringify([moves, judged]);
    if (key !== this.key) this.rebuild(moves, judged);
    this.key = key;
    const isNew = ply !== this.ply || this.isStale;
    this.ply = ply;
    this.isStale = false;
    this.buttons.forEach((node, i) => setAttribute(node, "aria-current", i === ply - 1 ? "step" : null));
    this.steps.forEach((node, i) => {
      const isAtEnd = i < 2 ? ply === 0 : ply === moves.length;
      setAttribute(node, "aria-disabled", isAtEnd ? "true" : null);
    });
    if (isNew) this.follow();
  }

  /**
   * Changes what has changed and leaves all else alone: a button that is made anew flickers, and loses the focus.
   * @param {string[]} moves
   * @param {(string | null)[]} judged
   */
  rebuild(moves, judged) {
    const hadFocus = this.buttons.indexOf(
      /** @type {HTMLButtonElement} */ (document.activeElement),
    );
    for (const node of this.buttons.splice(moves.length)) node.remove();
    while (this.list.children.length > Math.ceil(moves.length / 2)) this.list.lastElementChild?.remove();
    moves.forEach((move, i) => {
      if (this.buttons[i]?.dataset.move !== move) this.put(i, move);
      judge(this.buttons[i], judged[i] ?? null);
    });
    this.list.hidden = moves.length === 0;
    this.empty.hidden = moves.length > 0;
    if (hadFocus >= 0) this.buttons[Math.min(hadFocus, this.buttons.length - 1)]?.focus({ preventScroll: true });
  }

  /**
   * @param {number} i
   * @param {string} move
   */
  put(i, move) {
    const node = button(move, () => this.goTo(i + 1), { class: "move", "data-move": move });
    if (this.buttons[i]) this.buttons[i].replaceWith(node);
    else if (i % 2 === 0) this.list.append(el("li", {}, node));
    else this.list.lastElementChild?.append(node);
    this.buttons[i] = node;
    this.isStale = true;
  }

  /** Keeps the current move in sight without moving the page. */
  follow() {
    const node = this.buttons[this.ply - 1];
    const { scroller } = this;
    if (!node) {
      scroller.scrollTop = 0;
      scroller.scrollLeft = 0;
      return;
    }
    const [inner, outer] = [node.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      scroller.scrollTop += inner.top - outer.top - outer.height / 2;
    if (inner.left < outer.left || inner.right > outer.right)
      scroller.scrollLeft += inner.left - outer.left - outer.width / 2;
  }
}

/**
 * Writes a judgement on a move, in place of the one that it has.
 * @param {HTMLElement} node
 * @param {string | null} judgement
 */
function judge(node, judgement) {
  if ((node.dataset.judgement ?? null) === judgement) return;
  node.classList.remove(node.dataset.judgement ?? "none");
  node.querySelectorAll("span").forEach((part) => part.remove());
  setAttribute(node, "data-judgement", judgement);
  const judged = judgements[/** @type {string} */ (judgement)];
  if (!judged) return;
  node.classList.add(/** @type {string} */ (judgement));
  node.append(
    el("span", { class: "judgement", "aria-hidden": "true", title: judged.word }, judged.sign),
    el("span", { class: "visually-hidden" }, `, ${judged.word}`),
  );
}

/**
 * Steps by the arrow keys wherever they mean nothing else. Ends with `signal`.
 * @param {MoveList} list
 * @param {AbortSignal} signal
 */
export function stepByKeys(list, signal) {
  listenToSteps((by) => {
    const to = list.ply + by;
    if (to < 0 || to > list.buttons.length) return false;
    list.goTo(to);
    return true;
  }, signal);
}

/**
 * Calls `step` with -1 or 1 for the arrow keys wherever they mean nothing else; it says whether there was a step. A
 * board that the keyboard is walking keeps its keys for itself.
 * @param {(by: number) => boolean} step
 * @param {AbortSignal} signal
 */
export function listenToSteps(step, signal) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (/** @type {Element} */ (event.target).closest?.(TAKES_ARROWS)) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by !== undefined && step(by)) event.preventDefault();
  };
  document.addEventListener("keydown", onKey, { signal });
}

const TAKES_ARROWS =
  'input:not([type="checkbox"]), textarea, select, dialog, .moves-scroll:focus, .scroll:focus';
