// @ts-check
// Putting up a position by hand: which piece goes where, and whose turn it is.

import { paints, pieceNode } from "../board/pieces.js";
import { button, el, setText, svg } from "../element.js";
import { icon } from "../icon.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Occupants } from "../board/geometry.js" */
/** @typedef {{ occupants: Occupants, turn: number }} Edited */

let count = 0;

/** The panel. */
export class PositionEditor {
  /**
   * @param {Diagram} diagram
   * @param {{ change: () => void, done: () => void, cancel: () => void }} handlers
   */
  constructor(diagram, handlers) {
    this.diagram = diagram;
    this.handlers = handlers;
    /** @type {Edited | null} */
    this.edited = null;
    this.chosen = "0";
    const prefix = `palette-${++count}`;
    const brushes = diagram.pieces.map((piece, number) =>
      this.brush(String(number), piece.name, pieceIcon(diagram, number, prefix)),
    );
    brushes.push(this.brush("erase", "eraser", icon("erase")));
    this.turns = diagram.players.map(({ name }, i) => {
      const input = el("input", { type: "radio", name: "edit-turn", value: i + 1 });
      return { input, node: el("label", { class: "choice" }, input, el("span", { class: "choice-text" }, name)) };
    });
    this.fault = el("p", { class: "fault", role: "alert" });
    this.element = el(
      "section",
      { class: "card editor", "aria-labelledby": "edit-title", hidden: true },
      el("h2", { id: "edit-title" }, "Put up a position"),
      el("p", { class: "soft" }, "Choose a piece, then touch cells. Touching a cell that has it takes it off."),
      el(
        "fieldset",
        { class: "group" },
        el("legend", {}, "Piece"),
        el(
          "div",
          {
            class: "palette",
            on: {
              input: (event) => (this.chosen = /** @type {HTMLInputElement} */ (event.target).value),
            },
          },
          brushes,
        ),
      ),
      el(
        "fieldset",
        { class: "group" },
        el("legend", {}, "To move"),
        el(
          "div",
          {
            class: "choices small",
            on: {
              input: (event) =>
                (/** @type {Edited} */ (this.edited).turn = Number(
                  /** @type {HTMLInputElement} */ (event.target).value,
                )),
            },
          },
          this.turns.map(({ node }) => node),
        ),
      ),
      this.fault,
      el(
        "div",
        { class: "row" },
        button("Use this position", () => handlers.done(), { class: "primary" }),
        button("Empty the board", () => this.clear()),
        button("Cancel", () => handlers.cancel()),
      ),
    );
  }

  /**
   * @param {string} value
   * @param {string} name
   * @param {SVGElement} picture
   */
  brush(value, name, picture) {
    const input = el("input", { type: "radio", name: "edit-piece", value, checked: value === this.chosen });
    return el("label", { class: "brush", title: name }, input, picture, el("span", { class: "visually-hidden" }, name));
  }

  /** @param {Edited} position */
  open({ occupants, turn }) {
    this.edited = { occupants: [...occupants], turn };
    this.turns.forEach(({ input }, i) => (input.checked = i + 1 === turn));
    this.say("");
    this.element.hidden = false;
  }

  close() {
    this.edited = null;
    this.element.hidden = true;
  }

  /** @param {number} cell */
  touch(cell) {
    const edited = /** @type {Edited} */ (this.edited);
    const { occupants } = edited;
    const piece = this.chosen === "erase" ? null : Number(this.chosen);
    edited.occupants = occupants.with(cell, occupants[cell] === piece ? null : piece);
    this.handlers.change();
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  move(from, to) {
    if (to === from) return this.handlers.change();
    const edited = /** @type {Edited} */ (this.edited);
    const carried = edited.occupants[from];
    edited.occupants = edited.occupants.with(from, null);
    if (to !== null) edited.occupants = edited.occupants.with(to, carried);
    this.handlers.change();
  }

  clear() {
    const edited = /** @type {Edited} */ (this.edited);
    edited.occupants = edited.occupants.map(() => null);
    this.handlers.change();
  }

  /** @param {string} sentence */
  say(sentence) {
    setText(this.fault, sentence);
  }
}

/**
 * @param {Diagram} diagram
 * @param {number} number
 * @param {string} prefix
 */
function pieceIcon(diagram, number, prefix) {
  const id = `${prefix}-${number}`;
  return svg(
    "svg",
    { viewBox: "-0.46 -0.46 0.92 0.96", "aria-hidden": "true", focusable: "false" },
    paints(diagram, id),
    pieceNode(diagram, number, id),
  );
}
