// @ts-check
// Walking over a board by keys: left and right along a row, up and down to the nearest cell of the next row.

/** @typedef {{ cell: number, goal: number | null }} Focus */
/** @typedef {(cell: number) => number} XOf */

/**
 * Where a key leads. `rows` are the cells as they are seen, `xOf` gives where a cell is drawn; `from` is
 * { cell, goal }, and the goal is the x that somebody who goes up or down wants to keep, so that interlocking rows do
 * not lead astray. Returns the new { cell, goal }, or null for a key that means nothing here.
 * @param {number[][]} rows
 * @param {XOf} xOf
 * @param {Focus} from
 * @param {string} key
 */
export function walk(rows, xOf, from, key) {
  const row = rows.findIndex((cells) => cells.includes(from.cell));
  if (row < 0) return rows.length > 0 ? at(rows[0][0], null) : null;
  const cells = rows[row];
  const place = cells.indexOf(from.cell);
  switch (key) {
    case "ArrowLeft":
      return at(cells[Math.max(0, place - 1)], null);
    case "ArrowRight":
      return at(cells[Math.min(cells.length - 1, place + 1)], null);
    case "Home":
      return at(cells[0], null);
    case "End":
      return at(cells[cells.length - 1], null);
    case "ArrowUp":
      return toRow(rows, xOf, from, row - 1);
    case "ArrowDown":
      return toRow(rows, xOf, from, row + 1);
    case "PageUp":
      return toRow(rows, xOf, from, 0);
    case "PageDown":
      return toRow(rows, xOf, from, rows.length - 1);
    default:
      return null;
  }
}

/** @type {(cell: number, goal: number | null) => Focus} */
const at = (cell, goal) => ({ cell, goal });

/**
 * @param {number[][]} rows
 * @param {XOf} xOf
 * @param {Focus} from
 * @param {number} row
 */
function toRow(rows, xOf, from, row) {
  if (row < 0 || row >= rows.length) return from;
  const goal = from.goal ?? xOf(from.cell);
  /** @param {number} cell */
  const far = (cell) => Math.abs(xOf(cell) - goal);
  const nearest = rows[row].reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
  return at(nearest, goal);
}
