// @ts-check
// Putting up a position by hand: which piece goes where, and whose turn it is.

import { editPosition, getPosition } from "../api.js";
import { paints, pieceNode } from "../board/pieces.js";
import { button, el, svg } from "../element.js";
import { groupedFaults } from "../faults.js";
import { icon } from "../icon.js";
import { announce } from "./announce.js";

/** @import { Diagram, Position } from "../wire.js" */
/** @import { Occupants } from "../board/geometry.js" */
/** @typedef {{ occupants: Occupants, turn: number }} Edited */

/**
 * @typedef {object} EditorHandlers
 * @property {() => void} change
 * @property {(position: string) => void} done
 * @property {() => void} cancel
 * @property {(event: PointerEvent) => number | null} cellAt the cell of the board under a pointer
 */

/** A piece that is carried further than this from the palette is dragged. */
const DRAG_AFTER_PX = 6;
/** After so long without a change it is looked at what is wrong. */
const CHECK_AFTER_MS = 250;

let count = 0;

/** The panel. */
export class PositionEditor {
  /**
   * @param {Diagram} diagram
   * @param {string} game
   * @param {EditorHandlers} handlers
   */
  constructor(diagram, game, handlers) {
    this.diagram = diagram;
    this.game = game;
    this.handlers = handlers;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.checking = undefined;
    this.like = "";
    /** @type {Edited | null} */
    this.edited = null;
    this.chosen = "0";
    const prefix = `palette-${++count}`;
    const brushes = diagram.pieces.map((piece, number) =>
      this.brush(String(number), piece.name, pieceIcon(diagram, number, prefix)),
    );
    brushes.forEach((brush, number) => this.listenToDrag(brush, number));
    brushes.push(this.brush("erase", "eraser", icon("erase")));
    this.turns = diagram.players.map(({ name }, i) => {
      const input = el("input", { type: "radio", name: "edit-turn", value: i + 1 });
      return { input, node: el("label", { class: "choice" }, input, el("span", { class: "choice-text" }, name)) };
    });
    this.faults = el("ul", { class: "faults", "aria-label": "What is wrong" });
    this.element = el(
      "section",
      { class: "card editor", "aria-labelledby": "edit-title", hidden: true },
      el("h2", { id: "edit-title" }, "Put up a position"),
      el("p", { class: "soft" }, "Choose a piece and touch cells, or drag it to the board. Touching a cell that has it takes it off; a piece dragged off the board is gone."),
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
              input: (event) => {
                const { value } = /** @type {HTMLInputElement} */ (event.target);
                this.set({ .../** @type {Edited} */ (this.edited), turn: Number(value) });
              },
            },
          },
          this.turns.map(({ node }) => node),
        ),
      ),
      this.faults,
      el(
        "div",
        { class: "row" },
        button("Use this position", () => this.use(), { class: "primary" }),
        button("Start position", () => this.reset()),
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

  /**
   * A piece of the palette is carried to the board.
   * @param {HTMLElement} brush
   * @param {number} piece
   */
  listenToDrag(brush, piece) {
    brush.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      /** @type {HTMLElement | null} */
      let ghost = null;
      /** @param {PointerEvent} event */
      const move = (event) => {
        if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_AFTER_PX) return;
        ghost ??= this.ghost(brush);
        ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
      };
      /** @param {PointerEvent} event */
      const end = (event) => {
        for (const [kind, listener] of listeners) document.removeEventListener(kind, listener);
        if (!ghost) return;
        ghost.remove();
        const cell = event.type === "pointerup" ? this.handlers.cellAt(event) : null;
        if (cell !== null) this.put(cell, piece);
      };
      const listeners = /** @type {[string, EventListener][]} */ (
        /** @type {unknown} */ ([
          ["pointermove", move],
          ["pointerup", end],
          ["pointercancel", end],
        ])
      );
      for (const [kind, listener] of listeners) document.addEventListener(kind, listener);
    });
    brush.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** @param {HTMLElement} brush */
  ghost(brush) {
    const picture = /** @type {Node} */ (brush.querySelector("svg")?.cloneNode(true));
    const ghost = el("div", { class: "palette-ghost", "aria-hidden": "true" }, picture);
    document.body.append(ghost);
    return ghost;
  }

  /** @param {Position} here */
  open({ occupants, turn, position }) {
    this.like = position;
    this.showTurn(turn);
    this.faults.replaceChildren();
    this.edited = { occupants: [...occupants], turn };
    this.element.hidden = false;
  }

  close() {
    clearTimeout(this.checking);
    this.edited = null;
    this.element.hidden = true;
  }

  /** @param {number} turn */
  showTurn(turn) {
    this.turns.forEach(({ input }, i) => (input.checked = i + 1 === turn));
  }

  /**
   * Another arrangement; what is wrong with it is said when there is a pause.
   * @param {Edited} edited
   */
  set(edited) {
    this.edited = edited;
    clearTimeout(this.checking);
    this.checking = setTimeout(() => this.check(), CHECK_AFTER_MS);
    this.handlers.change();
  }

  /**
   * @param {number} cell
   * @param {number | null} piece
   */
  put(cell, piece) {
    const edited = /** @type {Edited} */ (this.edited);
    this.set({ ...edited, occupants: edited.occupants.with(cell, piece) });
  }

  /** @param {number} cell */
  touch(cell) {
    const { occupants } = /** @type {Edited} */ (this.edited);
    const piece = this.chosen === "erase" ? null : Number(this.chosen);
    this.put(cell, occupants[cell] === piece ? null : piece);
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  move(from, to) {
    if (to === from) return this.handlers.change();
    const edited = /** @type {Edited} */ (this.edited);
    const lifted = edited.occupants.with(from, null);
    this.set({ ...edited, occupants: to === null ? lifted : lifted.with(to, edited.occupants[from]) });
  }

  clear() {
    const edited = /** @type {Edited} */ (this.edited);
    this.set({ ...edited, occupants: edited.occupants.map(() => null) });
  }

  async reset() {
    const { occupants, turn } = await getPosition({ game: this.game });
    if (!this.edited || occupants.length !== this.edited.occupants.length) return;
    this.showTurn(turn);
    this.set({ occupants, turn });
  }

  /** The position that was put up, or null where it is none; then it is said why. */
  async check() {
    const { edited } = this;
    if (!edited) return null;
    try {
      const { position } = await editPosition({ game: this.game, like: this.like, ...edited });
      if (this.edited === edited) this.faults.replaceChildren();
      return position;
    } catch (refusal) {
      const told = groupedFaults(/** @type {Error} */ (refusal).message);
      if (this.edited === edited) this.faults.replaceChildren(...told.map((text) => el("li", {}, text)));
      return null;
    }
  }

  async use() {
    clearTimeout(this.checking);
    const position = await this.check();
    if (position !== null) this.handlers.done(position);
    else announce(`Not a position. ${this.faults.textContent ?? ""}`);
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
