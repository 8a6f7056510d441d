// @ts-check
// The board on the page: a picture for the eye, and over it a grid of cells for keys, screen readers and pointers. It
// knows no rules; it shows a model and tells what is touched.

import { el, setAttribute, svg } from "../element.js";
import {
  boardBox,
  cellAt,
  labelPoints,
  labelSize,
  placed,
  pointsText,
  round,
  viewBox,
  gridRows,
  inset,
  isAtTop,
  isUnused,
} from "./geometry.js";
import { walk } from "./keyboard.js";
import { ghosts } from "./ghost.js";
import {
  arrow,
  cellName,
  circle,
  focusMark,
  goalMark,
  movePath,
  mustMark,
  promotionMark,
  refusedCell,
  shadedCell,
  targetMark,
  valueBadge,
  waitingWord,
} from "./marks.js";
import { hollow, paints, pieceNode } from "./pieces.js";
import { listenToPointer } from "./pointer.js";
import { shifted, PieceLayer } from "./piece-layer.js";
import { lostPieces, scoreOf, trayNodes } from "./tray.js";
import { other, valueWord } from "../format.js";
import { announce } from "../parts/announce.js";
import { choiceText } from "../spoken.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Box, Occupants, Point } from "./geometry.js" */
/** @import { Known, Target } from "./destinations.js" */
/** @import { Focus } from "./keyboard.js" */
/** @import { Dropped } from "./piece-layer.js" */

/**
 * What a board shows.
 * @typedef {object} Model
 * @property {Occupants} occupants
 * @property {number[] | null} move the cells of the move that led here from what was shown, in the order of its way
 * @property {boolean} isFlipped
 * @property {number[]} last the cells of the last move
 * @property {number[]} touched
 * @property {Map<number, Target>} targets where the touched piece can go
 * @property {Set<number>} origins what can be touched first
 * @property {Map<number, Known>} values exact values to be written on cells
 * @property {{ cells: number[], kind: string }[]} arrows
 * @property {number[]} circles cells that the user has circled
 * @property {Set<number>} musts the pieces of which one must be moved
 * @property {number[]} promoted where a piece has become another one by the last move
 * @property {number[]} planned the cells of a move that is to be made when its turn comes
 * @property {number[]} refused the cells that a refusal is about, first the one in the way
 * @property {{ slides: (number | null)[][], word: string } | null} waiting a move that is not made yet, and what it waits for
 * @property {boolean} showsNames whether each cell has its name on it
 * @property {boolean} isBusy whether a move is still being decided
 * @property {string} label
 */

/**
 * What a board is told that the user did.
 * @typedef {object} Handlers
 * @property {(cell: number) => void} touch
 * @property {(from: number, to: number | null) => void} drag
 * @property {(cell: number) => void} startDrag
 * @property {() => void} clear
 * @property {(cell: number) => boolean} canDrag
 * @property {boolean} [steps] whether the page steps through moves by left and right
 */

let boards = 0;

/**
 * A model with nothing to show but pieces.
 * @type {Omit<Model, "occupants">}
 */
export const emptyModel = {
  move: null,
  isFlipped: false,
  last: [],
  touched: [],
  targets: new Map(),
  origins: new Set(),
  values: new Map(),
  arrows: [],
  circles: [],
  musts: new Set(),
  promoted: [],
  planned: [],
  refused: [],
  waiting: null,
  showsNames: false,
  isBusy: false,
  label: "Board",
};

export class BoardView {
  /** @type {Model} */
  model;
  /** @type {Focus} */
  focus = { cell: -1, goal: null };
  /** What is chosen, as it was said last. */
  toldChoice = "";
  /** Whether anything has had the focus; until then it waits on a piece that can move. */
  wasFocused = false;
  /** Whether the keyboard is walking the board; otherwise left and right step through the moves. */
  isWalked = false;
  /** @type {{ from: number, node: SVGElement } | null} */
  dragged = null;
  /** @type {Dropped} */
  dropped = null;
  /**
   * The cell under the mouse.
   * @type {number | null}
   */
  hovered = null;
  /** What the layers that change seldom show. */
  keys = { ghosts: "", refused: "", tray: "" };
  /**
   * The player above when the board is not turned around.
   * @type {number}
   */
  upper = 0;
  /**
   * The cells as they are walked over by keys.
   * @type {number[][]}
   */
  rows = [];
  /** @type {Map<number, HTMLElement>} */
  cellNodes = new Map();
  /** @type {Box} */
  view;

  /**
   * @param {Diagram} diagram
   * @param {Handlers} handlers
   */
  constructor(diagram, handlers) {
    this.diagram = diagram;
    this.handlers = handlers;
    this.prefix = `board-${++boards}`;
    this.box = boardBox(diagram);
    /** @param {string} name */
    const layer = (name) => svg("g", { class: name });
    this.layers = {
      ground: layer("ground"),
      tray: layer("tray"),
      below: layer("below"),
      pieces: layer("pieces"),
      ghosts: layer("ghosts"),
      above: layer("above"),
      refused: layer("refused"),
      focus: layer("focus"),
      hand: layer("hand"),
    };
    this.pieceLayer = new PieceLayer(diagram, this.prefix, this.layers.pieces, (cell) => this.center(cell));
    const { width, height } = viewBox(diagram);
    this.picture = svg(
      "svg",
      { "aria-hidden": "true", focusable: "false" },
      paints(diagram, this.prefix),
      Object.values(this.layers),
    );
    this.grid = el("div", { class: "cells", role: "grid" });
    this.element = el("div", { class: "board" }, this.picture, this.grid);
    this.element.style.aspectRatio = `${round(width)} / ${round(height)}`;
    this.ratio = round(width / height);
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    this.grid.addEventListener("focusin", (event) => this.onFocus(event));
    this.grid.addEventListener("focusout", () => {
      this.layers.focus.replaceChildren();
      this.drawGhosts();
    });
    this.grid.addEventListener("pointerdown", () => (this.isWalked = false));
    this.grid.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(this.cellAt(event)));
    this.grid.addEventListener("pointerleave", () => this.hover(null));
    listenToPointer(this.grid, this);
  }

  /**
   * Shows a model.
   * @param {Model} model
   */
  update(model) {
    const isTurned = !this.model || this.model.isFlipped !== model.isFlipped;
    const before = this.model?.occupants ?? null;
    this.tellChoice(model);
    this.model = model;
    if (this.upper === 0) this.upper = isAtTop(this.diagram, 1) ? 1 : 2;
    if (isTurned) this.drawGround();
    this.setPieces(before, model.occupants, isTurned ? null : model.move);
    this.layers.below.replaceChildren(...this.below());
    this.layers.above.replaceChildren(...this.above());
    this.drawTray();
    this.drawGhosts();
    this.drawRefused();
    this.labelCells();
    if (!this.wasFocused) this.awaitFocus();
  }

  /**
   * Says where what is newly chosen can go, for those who do not see the marks.
   * @param {Model} model
   */
  tellChoice({ occupants, touched, targets, origins }) {
    const key = touched.join();
    const isChoice = touched.length > 0 && origins.size > 0 && (targets.size > 0 || touched.length === 1);
    if (key !== this.toldChoice && isChoice)
      announce(choiceText(this.diagram, occupants, touched, targets));
    this.toldChoice = key;
  }

  // What stays.

  /** @param {Point} point */
  point(point) {
    return placed(this.box, this.model.isFlipped, point);
  }

  /** @param {number} cell */
  center(cell) {
    return this.point(this.diagram.cells[cell].center);
  }

  /** @param {number} cell */
  outline(cell) {
    return this.diagram.cells[cell].outline.map((corner) => this.point(corner));
  }

  drawGround() {
    this.view = viewBox(this.diagram, this.model.isFlipped);
    this.picture.setAttribute(
      "viewBox",
      [this.view.x, this.view.y, this.view.width, this.view.height].map(round).join(" "),
    );
    const { x, y, width, height } = this.box;
    const rim = 0.1;
    const isSquare = this.diagram.cells.every((cell) => cell.outline.length === 4);
    const frame = isSquare
      ? [
          svg("rect", {
            class: "frame",
            x: x - rim,
            y: y - rim,
            width: width + 2 * rim,
            height: height + 2 * rim,
            rx: 0.14,
          }),
        ]
      : this.diagram.cells.map((_, cell) =>
          svg("polygon", { class: "frame rounded", points: pointsText(this.outline(cell)) }),
        );
    const cells = this.diagram.cells.map(({ shade }, cell) =>
      svg("polygon", { class: `cell ${shade}`, points: pointsText(this.outline(cell)) }),
    );
    const goals = this.diagram.cells
      .filter(({ goal }) => goal)
      .map((cell) => goalMark(inset(cell, 0.9).map((corner) => this.point(corner)), this.diagram.players[/** @type {number} */ (cell.goal) - 1].paint));
    const hollows = this.diagram.style === "marbles" ? this.diagram.cells.map((_, cell) => hollow(this.center(cell), this.prefix)) : [];
    const size = `${round(labelSize(this.diagram))}px`;
    const labels = labelPoints(this.diagram).map(({ text, at }) => {
      const [lx, ly] = this.point(at);
      const label = svg("text", { class: "label", x: round(lx), y: round(ly) }, text);
      label.style.setProperty("--size", size);
      return label;
    });
    this.layers.ground.replaceChildren(...frame, ...cells, ...hollows, ...goals, ...labels);
    this.element.classList.toggle("hexagonal", !isSquare);
    this.buildGrid();
  }

  buildGrid() {
    const hadFocus = this.grid.contains(document.activeElement);
    this.rows = gridRows(this.diagram, this.model.isFlipped);
    this.cellNodes.clear();
    this.grid.replaceChildren(
      ...this.rows.map((row, number) =>
        el(
          "div",
          { role: "row", "aria-rowindex": number + 1 },
          row.map((cell) => this.cellNode(cell)),
        ),
      ),
    );
    if (this.focus.cell < 0) this.focus.cell = this.rows[0][0];
    this.placeFocus();
    if (hadFocus) this.takeFocus();
  }

  /** @param {number} cell */
  cellNode(cell) {
    const corners = this.outline(cell);
    const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    const node = el("div", { role: "gridcell", class: "square", "data-cell": cell, tabIndex: -1 });
    /** @type {(value: number, of: number) => string} */
    const part = (value, of) => `${round((100 * value) / of)}%`;
    node.style.left = part(Math.min(...xs) - this.view.x, this.view.width);
    node.style.top = part(Math.min(...ys) - this.view.y, this.view.height);
    node.style.width = part(Math.max(...xs) - Math.min(...xs), this.view.width);
    node.style.height = part(Math.max(...ys) - Math.min(...ys), this.view.height);
    this.cellNodes.set(cell, node);
    return node;
  }

  // What moves.

  /**
   * @param {Occupants | null} before
   * @param {Occupants} after
   * @param {number[] | null} move
   */
  setPieces(before, after, move) {
    const isSame = before !== null && after.every((piece, cell) => piece === before[cell]);
    const { dropped } = this;
    if (dropped && (!isSame || !this.model.isBusy)) this.endDrag();
    if (!isSame) this.pieceLayer.change(before, after, move, dropped);
    this.placePieces();
  }

  placePieces() {
    this.pieceLayer.place(this.dragged?.from ?? null);
  }

  // What is drawn over it.

  below() {
    const { last, touched, planned } = this.model;
    return [
      ...planned.map((cell) => shadedCell(this.outline(cell), "planned")),
      ...last.map((cell) => shadedCell(this.outline(cell), "last")),
      ...touched.map((cell) => shadedCell(this.outline(cell), "touched")),
    ];
  }

  above() {
    const { occupants, touched, targets, values, arrows, circles, musts, promoted } = this.model;
    /** @param {number} cell */
    const isOccupied = (cell) => occupants[cell] !== null;
    return [
      ...[...musts].map((cell) => mustMark(this.center(cell))),
      ...promoted.map((cell) => promotionMark(this.center(cell))),
      ...(touched.length > 1 ? [movePath(touched.map((cell) => this.center(cell)))] : []),
      ...arrows.map(({ cells, kind }) =>
        arrow(
          cells.map((cell) => this.center(cell)),
          kind,
        ),
      ),
      ...circles.map((cell) => circle(this.center(cell))),
      ...[...targets].map(([cell, { isTaking }]) =>
        targetMark(this.center(cell), { isTaking, isOccupied: isOccupied(cell) }),
      ),
      ...[...values].map(([cell, value]) => valueBadge(this.center(cell), value)),
      ...(this.model.showsNames ? this.cellNames() : []),
    ];
  }

  // What changes seldom, each in a layer of its own, so that what moves there is not begun again with every frame.

  /** @param {number | null} cell */
  hover(cell) {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.drawGhosts();
  }

  /** What the move under the mouse or the focus would carry along, or a move that waits. */
  drawGhosts() {
    const { targets, occupants, waiting, isFlipped } = this.model;
    const at = this.hovered ?? (this.layers.focus.hasChildNodes() ? this.focus.cell : null);
    const slides = waiting?.slides ?? (at === null ? [] : (targets.get(at)?.slides ?? []));
    if (this.changes("ghosts", [slides, waiting?.word, isFlipped, slides.length > 0 && occupants])) {
      this.pieceLayer.fade(slides.map(([from]) => from));
      const ends = slides.map((path) => path[path.length - 1]).filter((end) => end !== null);
      this.layers.ghosts.replaceChildren(
        ...ghosts(this.diagram, this.prefix, occupants, slides, (cell) => this.center(cell)),
        ...(waiting && ends.length > 0 ? [waitingWord(this.center(ends[ends.length - 1]), waiting.word)] : []),
      );
    }
  }

  /** What a refusal is about: names, and the one in the way as something that is noticed. */
  drawRefused() {
    const { refused, isFlipped } = this.model;
    if (!this.changes("refused", [refused, isFlipped])) return;
    this.layers.refused.replaceChildren(
      ...refused.slice(0, 1).map((cell) => refusedCell(this.outline(cell))),
      ...refused.map((cell) => cellName(this.center(cell), this.diagram.cells[cell].name)),
    );
  }

  drawTray() {
    const { occupants, isFlipped } = this.model;
    const lost = this.element.classList.contains("hexagonal") ? lostPieces(this.diagram, occupants) : null;
    if (!this.changes("tray", [lost, isFlipped])) return;
    const upper = isFlipped ? other(this.upper) : this.upper;
    this.layers.tray.replaceChildren(
      ...(lost ? trayNodes(this.diagram, this.prefix, this.view, occupants, upper) : []),
    );
    setAttribute(this.grid, "aria-description", scoreOf(this.diagram, occupants));
  }

  /**
   * Whether a layer has to be drawn anew.
   * @param {"ghosts" | "refused" | "tray"} layer
   * @param {unknown} content
   */
  changes(layer, content) {
    const key = JSON.stringify(content);
    const isNew = key !== this.keys[layer];
    this.keys[layer] = key;
    return isNew;
  }

  cellNames() {
    const named = this.diagram.cells.map((cell, number) => ({ cell, number })).filter(({ cell }) => !isUnused(cell));
    return named.map(({ cell, number }) => cellName(this.center(number), cell.name));
  }

  labelCells() {
    setAttribute(this.grid, "aria-label", this.model.label);
    for (const [cell, node] of this.cellNodes) {
      setAttribute(node, "aria-label", this.spoken(cell));
      setAttribute(node, "aria-selected", this.model.touched.includes(cell) ? "true" : null);
      node.classList.toggle("movable", this.model.origins.has(cell));
      node.classList.toggle("target", this.model.targets.has(cell));
    }
  }

  /** @param {number} cell */
  spoken(cell) {
    const { occupants, touched, targets, origins, values, last, musts, planned } = this.model;
    const piece = occupants[cell];
    const value = values.get(cell);
    const target = targets.get(cell);
    return [
      this.diagram.cells[cell].spoken,
      piece === null ? "empty" : this.diagram.pieces[piece].name,
      this.goalName(cell),
      touched.includes(cell) ? "chosen" : null,
      target ? (target.isTaking ? "can take here" : "can move here") : null,
      touched.length === 0 && origins.has(cell) ? (musts.has(cell) ? "can move, must take" : "can move") : null,
      value ? `${valueWord[/** @type {string} */ (value.value)]}${value.distance === null ? "" : ` in ${value.distance}`}` : null,
      planned.includes(cell) ? "planned" : null,
      last.includes(cell) ? "last move" : null,
    ]
      .filter(Boolean)
      .join(", ");
  }

  /** @param {number} cell */
  goalName(cell) {
    const { goal } = this.diagram.cells[cell];
    return goal ? `goal of ${this.diagram.players[goal - 1].name}` : null;
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isSideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (isSideways && !this.isWalked && this.handlers.steps) return;
    if (event.key !== "Escape") this.isWalked = true;
    const cell = Number(/** @type {HTMLElement} */ (event.target).dataset.cell);
    if (event.key === "Enter" || event.key === " ") this.handlers.touch(cell);
    else if (event.key === "Escape") this.handlers.clear();
    else {
      const to = walk(this.rows, (at) => this.center(at)[0], { ...this.focus, cell }, event.key);
      if (!to) return;
      this.focus = to;
      this.placeFocus();
      this.cellNodes.get(to.cell)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {FocusEvent} event */
  onFocus(event) {
    const cell = Number(/** @type {HTMLElement} */ (event.target).dataset.cell);
    if (Number.isNaN(cell)) return;
    this.wasFocused = true;
    if (cell !== this.focus.cell) {
      this.focus = { cell, goal: null };
      this.placeFocus();
    }
    // A browser shows the focus of keys and not that of pointers; so does the picture, in the shape of the cell.
    const isSeen = /** @type {HTMLElement} */ (event.target).matches(":focus-visible");
    this.isWalked = isSeen;
    this.layers.focus.replaceChildren(...(isSeen ? focusMark(this.outline(cell)) : []));
    this.drawGhosts();
  }

  /** Gives the focus to the cell that had it last. */
  takeFocus() {
    this.cellNodes.get(this.focus.cell)?.focus();
  }

  /** The focus begins on a piece that can move, the nearest to who sits here. */
  awaitFocus() {
    const cells = this.rows.toReversed().flat();
    const first = cells.find((cell) => this.model.origins.has(cell)) ?? this.rows[0][0];
    if (first === this.focus.cell) return;
    this.focus = { cell: first, goal: null };
    this.placeFocus();
  }

  /** Roving focus: one cell is a stop of the Tab key, and arrow keys go on from there. */
  placeFocus() {
    for (const [cell, node] of this.cellNodes) node.tabIndex = cell === this.focus.cell ? 0 : -1;
  }

  // Pointers.

  /** @param {MouseEvent} event */
  cellAt(event) {
    return cellAt(this.diagram, this.box, this.model.isFlipped, this.pointOf(event));
  }

  /** @param {MouseEvent} event */
  pointOf(event) {
    const { left, top, width } = this.picture.getBoundingClientRect();
    const scale = this.view.width / width;
    return [this.view.x + (event.clientX - left) * scale, this.view.y + (event.clientY - top) * scale];
  }

  /** @param {number} cell */
  touch(cell) {
    this.handlers.touch(cell);
  }

  /** @param {number} cell */
  canDrag(cell) {
    return this.pieceLayer.at(cell) !== null && this.handlers.canDrag(cell);
  }

  /** @param {number} cell */
  startDrag(cell) {
    const piece = this.pieceLayer.at(cell);
    if (piece === null) return;
    const node = pieceNode(this.diagram, piece, this.prefix);
    node.classList.add("in-hand");
    this.dragged = { from: cell, node };
    this.layers.hand.replaceChildren(node);
    this.handlers.startDrag(cell);
    this.placePieces();
  }

  /** @param {MouseEvent} event */
  moveDrag(event) {
    if (this.dragged) this.dragged.node.style.transform = `${shifted(this.pointOf(event))} scale(1.12)`;
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  drop(from, to) {
    if (!this.dragged) return;
    if (to !== null) this.dragged.node.style.transform = shifted(this.center(to));
    this.dropped = { from, to };
    this.handlers.drag(from, to);
    // The next model says whether the drop is still being decided.
  }

  cancelDrag() {
    this.endDrag();
    this.handlers.clear();
  }

  endDrag() {
    this.dropped = null;
    this.dragged = null;
    this.layers.hand.replaceChildren();
    this.placePieces();
  }
}
