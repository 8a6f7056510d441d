// @ts-check
// Drawing on a board: a circle on one cell, an arrow from one to another. With the right button at any time; while
// drawing is switched on also by touches, keys and drags.

/** @import { BoardView } from "../board/view.js" */

/**
 * The arrows among what was drawn.
 * @param {number[][]} shapes
 */
export const ownArrows = (shapes) => shapes.filter(({ length }) => length > 1).map((cells) => ({ cells, kind: "own" }));

export class Drawing {
  isOn = false;
  /**
   * Where an arrow begins.
   * @type {number | null}
   */
  from = null;

  /** @param {(shape: number[]) => void} draw */
  constructor(draw) {
    this.draw = draw;
  }

  /**
   * The right button draws.
   * @param {BoardView} board
   */
  listen(board) {
    /** @type {number | null} */
    let from = null;
    board.grid.addEventListener("contextmenu", (event) => event.preventDefault());
    board.grid.addEventListener("pointerdown", (event) => {
      if (event.button === 2) from = board.cellAt(event);
    });
    board.grid.addEventListener("pointerup", (event) => {
      const to = event.button === 2 ? board.cellAt(event) : null;
      if (from !== null && to !== null) this.shape(from, to);
      if (event.button === 2) from = null;
    });
  }

  toggle() {
    this.isOn = !this.isOn;
    this.from = null;
  }

  /** @param {number} cell */
  touch(cell) {
    if (this.from === null) this.from = cell;
    else this.shape(this.from, cell);
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  shape(from, to) {
    this.from = null;
    if (to !== null) this.draw(from === to ? [from] : [from, to]);
  }
}
