// @ts-check
// The pieces on a board, and their ways from one position to the next.

import { along, round } from "./geometry.js";
import { diffPositions, pushedFrom } from "./animation.js";
import { pieceNode } from "./pieces.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Placed, Slide } from "./animation.js" */
/** @import { Occupants, Point } from "./geometry.js" */

/** @typedef {{ from: number, to: number | null } | null} Dropped what was moved by hand */
/** @typedef {{ piece: number, node: SVGElement }} Shown a piece on the board */
/** @typedef {Slide & { moved: Shown }} Sliding */

const LEG_MS = 170;
const LONGEST_MS = 650;
const FADE_MS = 260;
/** More changes than this are another position rather than a move. */
const MOST_CHANGES = 14;

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing should move that need not. */
export const isStill = () => stillness.matches;

/**
 * Where something is drawn, as a transformation.
 * @param {Point} point
 */
export const shifted = ([x, y]) => `translate(${round(x)}px, ${round(y)}px)`;

export class PieceLayer {
  /**
   * Draws into `layer`; `centerOf(cell)` says where a cell is now.
   * @param {Diagram} diagram
   * @param {string} prefix
   * @param {SVGElement} layer
   * @param {(cell: number) => Point} centerOf
   */
  constructor(diagram, prefix, layer, centerOf) {
    this.diagram = diagram;
    this.prefix = prefix;
    this.layer = layer;
    this.centerOf = centerOf;
    /** @type {Map<number, Shown>} */
    this.pieces = new Map();
  }

  /**
   * The number of the piece on a cell, or null.
   * @param {number} cell
   */
  at(cell) {
    return this.pieces.get(cell)?.piece ?? null;
  }

  /**
   * Shows `after`. With the cells of a `move` its way is shown too; what was `dropped` by hand is
   * there already.
   * @param {Occupants | null} before
   * @param {Occupants} after
   * @param {number[] | null} move
   * @param {Dropped} dropped
   */
  change(before, after, move, dropped) {
    const change = before && move && !isStill() ? diffPositions(this.diagram, before, after, move) : null;
    const isMove = change && change.slides.length + change.removed.length + change.added.length <= MOST_CHANGES;
    if (isMove) this.show(change, dropped);
    this.reconcile(after);
  }

  /**
   * Puts every piece where its cell is; the one that is `dragged` from its cell is pale.
   * @param {number | null} dragged
   */
  place(dragged) {
    for (const [cell, { node }] of this.pieces) {
      const place = shifted(this.centerOf(cell));
      if (node.style.transform !== place) node.style.transform = place;
      node.classList.toggle("dragged", cell === dragged);
    }
  }

  /**
   * Makes the pieces on these cells pale, whose ghosts are seen elsewhere, and no others.
   * @param {(number | null)[]} cells
   */
  fade(cells) {
    for (const [cell, { node }] of this.pieces) node.classList.toggle("pale", cells.includes(cell));
  }

  /**
   * Carries nodes to where their pieces go; what is then still wrong is put right without a show.
   * @param {{ slides: Slide[], removed: Placed[], added: Placed[] }} change
   * @param {Dropped} dropped
   */
  show({ slides, removed, added }, dropped) {
    const moving = slides.map((slide) => ({ ...slide, moved: this.pieces.get(slide.path[0]) }));
    const legs = Math.max(1, ...slides.map(({ path }) => path.length - 1));
    const duration = Math.min(LONGEST_MS, LEG_MS * legs + 40);
    removed.forEach(({ cell }) => this.fadeAway(cell, 0.55 * duration, pushedFrom(slides, cell)));
    moving.forEach(({ path }) => this.pieces.delete(path[0]));
    for (const slide of moving) if (slide.moved) this.slide(/** @type {Sliding} */ (slide), duration, dropped);
    for (const { cell, piece } of added) {
      const node = this.newNode(piece);
      this.pieces.set(cell, { piece, node });
      node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
    }
  }

  /**
   * @param {Sliding} slide
   * @param {number} duration
   * @param {Dropped} dropped
   */
  slide({ path, moved, becomes }, duration, dropped) {
    const node = moved.piece === becomes ? moved.node : this.newNode(becomes);
    if (node !== moved.node) moved.node.remove();
    this.layer.append(node);
    const end = path[path.length - 1];
    this.pieces.get(end)?.node.remove();
    this.pieces.set(end, { piece: becomes, node });
    if (dropped?.from === path[0] && dropped.to === end) return;
    const steps = path.map((cell) => ({ transform: shifted(this.centerOf(cell)) }));
    node.animate(steps, { duration, easing: "cubic-bezier(.3,.1,.3,1)" });
    if (moved.piece !== becomes) {
      const at = shifted(this.centerOf(end));
      const grow = [1, 1.4, 1].map((scale) => ({ transform: `${at} scale(${scale})` }));
      node.animate(grow, { duration: 420, delay: duration, easing: "ease-out" });
    }
  }

  /**
   * A piece leaves the board: where it stands, or away from the cell that it is pushed from.
   * @param {number} cell
   * @param {number} delay
   * @param {number | null} from
   */
  fadeAway(cell, delay, from) {
    const moved = this.pieces.get(cell);
    if (!moved) return;
    this.pieces.delete(cell);
    const { node } = moved;
    this.layer.prepend(node);
    const at = this.centerOf(cell);
    const [end, start] = from === null ? [at, delay] : [along(this.centerOf(from), at, 2), 0];
    const steps = [
      { opacity: 1, transform: `${shifted(at)} scale(1)` },
      { opacity: 0, transform: `${shifted(end)} scale(.55)` },
    ];
    const fade = node.animate(steps, { duration: FADE_MS, delay: start, easing: "ease-in", fill: "forwards" });
    fade.onfinish = () => node.remove();
    fade.oncancel = () => node.remove();
  }

  /** @param {Occupants} after */
  reconcile(after) {
    after.forEach((piece, cell) => {
      if (this.at(cell) === piece) return;
      this.pieces.get(cell)?.node.remove();
      this.pieces.delete(cell);
      if (piece !== null) this.pieces.set(cell, { piece, node: this.newNode(piece) });
    });
  }

  /** @param {number} piece */
  newNode(piece) {
    const node = pieceNode(this.diagram, piece, this.prefix);
    this.layer.append(node);
    return node;
  }
}
