// @ts-check
// Mouse, pen and finger: a touch is a press and a release in one place, a drag is one that went further.

const DRAG_AFTER_PX = 6;

/**
 * What is told of pointers, and says where they are.
 * @typedef {object} Target
 * @property {(event: MouseEvent) => number | null} cellAt
 * @property {(cell: number) => boolean} canDrag
 * @property {(cell: number) => void} touch
 * @property {(cell: number) => void} startDrag
 * @property {(event: MouseEvent) => void} moveDrag
 * @property {(from: number, to: number | null) => void} drop
 * @property {() => void} cancelDrag
 */

/**
 * Listens on `node`.
 * @param {HTMLElement} node
 * @param {Target} board
 */
export function listenToPointer(node, board) {
  /** @type {{ cell: number, id: number, x: number, y: number, isDrag: boolean } | null} */
  let press = null;

  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const cell = board.cellAt(event);
    press = cell === null ? null : { cell, id: event.pointerId, x: event.clientX, y: event.clientY, isDrag: false };
  });
  node.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_AFTER_PX;
    if (!press.isDrag && far && board.canDrag(press.cell)) {
      press.isDrag = true;
      node.setPointerCapture(press.id);
      board.startDrag(press.cell);
    }
    if (press.isDrag) board.moveDrag(event);
  });
  node.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { cell, isDrag } = press;
    press = null;
    const end = board.cellAt(event);
    if (isDrag) board.drop(cell, end);
    else if (end === cell) board.touch(cell);
  });
  node.addEventListener("pointercancel", () => {
    if (press?.isDrag) board.cancelDrag();
    press = null;
  });
  // Assistive technology may press a cell without any pointer.
  node.addEventListener("click", (event) => {
    const cell = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("[data-cell]")
    )?.dataset.cell;
    if (event.detail === 0 && cell !== undefined) board.touch(Number(cell));
  });
}
