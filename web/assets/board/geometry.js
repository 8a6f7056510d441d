// @ts-check
// Where things are on a board: pure functions of the diagram, square or hexagonal.

/** @import { Cell, Diagram } from "../wire.js" */

/**
 * A point: x to the right, y downwards.
 * @typedef {number[]} Point
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 * @typedef {(number | null)[]} Occupants what stands on each cell, as the number of a piece
 */

/**
 * Nothing ever stands on such a cell.
 * @param {Cell} cell
 */
export const isUnused = (cell) => cell.shade === "unused";

/**
 * The smallest box around all cells.
 * @param {Diagram} diagram
 */
export function boardBox(diagram) {
  return boxAround(diagram.cells.flatMap((cell) => cell.outline));
}

/** How far from the edge of the board a label stands, as a part of where the diagram puts it. */
const LABEL_PULL = 0.16;
const EDGE = 0.12;

/**
 * The height of a label's letters: about the same part of the picture for boards of all sizes.
 * @param {Diagram} diagram
 */
export function labelSize(diagram) {
  const { width } = boardBox(diagram);
  return Math.max(0.18, Math.min(0.42, 0.034 * width));
}

/**
 * Labels, drawn a little towards the board, so that small screens keep their room for cells.
 * @param {Diagram} diagram
 */
export function labelPoints(diagram) {
  const centers = diagram.cells.map((cell) => cell.center);
  // On large boards labels are as large as cells and need all the room that there is.
  const pull = labelSize(diagram) < 0.35 ? LABEL_PULL : 0;
  return diagram.labels.map(({ text, at }) => {
    const near = centers.reduce((best, point) => (distance(point, at) < distance(best, at) ? point : best));
    return { text, at: along(at, near, pull) };
  });
}

/**
 * The part of the plane that a picture shows: the board, its rim and its labels. Its size is the same from both sides.
 * @param {Diagram} diagram
 */
export function viewBox(diagram, isFlipped = false) {
  /** @type {(point: Point, by: number) => Point[]} */
  const room = (point, by) => [
    [point[0] - by, point[1] - by],
    [point[0] + by, point[1] + by],
  ];
  const box = boardBox(diagram);
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y + box.height],
  ];
  const points = [
    ...corners.flatMap((point) => room(point, EDGE)),
    ...labelPoints(diagram).flatMap((label) => room(label.at, labelSize(diagram))),
  ];
  return boxAround(points.map((point) => placed(box, isFlipped, point)));
}

/**
 * A point of a board that is seen from the other side.
 * @param {Box} box
 * @param {Point} point
 */
export function turnedAround(box, [x, y]) {
  return [2 * box.x + box.width - x, 2 * box.y + box.height - y];
}

/**
 * Where a point of the diagram is drawn.
 * @param {Box} box
 * @param {boolean} isFlipped
 * @param {Point} point
 */
export function placed(box, isFlipped, point) {
  return isFlipped ? turnedAround(box, point) : point;
}

/**
 * The cell that has this point of the picture, or null.
 * @param {Diagram} diagram
 * @param {Box} box
 * @param {boolean} isFlipped
 * @param {Point} point
 */
export function cellAt(diagram, box, isFlipped, point) {
  const inDiagram = placed(box, isFlipped, point);
  const found = diagram.cells.findIndex((cell) => isInside(cell.outline, inDiagram));
  return found < 0 ? null : found;
}

/**
 * The cells that can be walked over, row by row as they are seen.
 * @param {Diagram} diagram
 * @param {boolean} isFlipped
 * @returns {number[][]}
 */
export function gridRows(diagram, isFlipped) {
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  diagram.cells.forEach((cell, number) => {
    if (isUnused(cell)) return;
    rows.set(cell.row, [...(rows.get(cell.row) ?? []), number]);
  });
  /** @param {number} number */
  const column = (number) => diagram.cells[number].column;
  const inOrder = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.sort((a, b) => column(a) - column(b)));
  return isFlipped ? inOrder.reverse().map((row) => row.reverse()) : inOrder;
}

/**
 * Whether a player sits at the upper edge of the diagram.
 * @param {Diagram} diagram
 * @param {number} player
 */
export const isAtTop = (diagram, player) => diagram.players[player - 1].home === "top";

/**
 * The player whose piece stands on a cell, or null.
 * @param {Diagram} diagram
 * @param {Occupants} occupants
 * @param {number} cell
 */
export function ownerOf(diagram, occupants, cell) {
  const piece = occupants[cell];
  return piece === null ? null : diagram.pieces[piece].player;
}

/**
 * The player (1 or 2) who sits at the lower edge of the diagram.
 * @param {Diagram} diagram
 */
export const lowerPlayer = (diagram) => (isAtTop(diagram, 1) ? 2 : 1);

/**
 * The player (1 or 2) who sits below on a board that may be turned.
 * @param {Diagram} diagram
 * @param {boolean} isFlipped
 */
export const playerBelow = (diagram, isFlipped) => (isAtTop(diagram, 1) === isFlipped ? 1 : 2);

/**
 * Whether cells are hard to find by the labels alone: columns have none, or run aslant over hexagons.
 * @param {Diagram} diagram
 */
export const needsCellNames = ({ cells, labels }) =>
  cells.some(({ column }) => column % 2 === 1) ||
  !labels.some(({ at }) => cells.every(({ center }) => Math.abs(center[1] - at[1]) > 0.25));

/**
 * The corners of a cell, drawn towards its middle.
 * @param {Cell} cell
 * @param {number} part
 */
export const inset = ({ outline, center }, part) => outline.map((corner) => along(center, corner, part));

/**
 * The distance between two points.
 * @param {Point} a
 * @param {Point} b
 */
export function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/**
 * The point `part` of the way from `a` to `b`.
 * @param {Point} a
 * @param {Point} b
 * @param {number} part
 */
export function along(a, b, part) {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

/**
 * The corners of an arrow along `points`, which ends a little before the last one; null for fewer than two.
 * @param {Point[]} points
 */
export function arrowShape(points, width = 0.15) {
  if (points.length < 2) return null;
  const head = { length: width * 2.1, width: width * 1.35 };
  const tip = points[points.length - 1];
  const before = points[points.length - 2];
  const length = distance(before, tip);
  const direction = [(tip[0] - before[0]) / length, (tip[1] - before[1]) / length];
  const across = [-direction[1], direction[0]];
  const neck = [tip[0] - direction[0] * head.length, tip[1] - direction[1] * head.length];
  /** @param {number} sign */
  const side = (sign) => [neck[0] + across[0] * head.width * sign, neck[1] + across[1] * head.width * sign];
  return { shaft: [...points.slice(0, -1), neck], head: [side(1), tip, side(-1)] };
}

/**
 * A list of points as the attribute `points` of SVG.
 * @param {Point[]} points
 */
export const pointsText = (points) => points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

/**
 * Enough digits for a picture.
 * @param {number} number
 */
export const round = (number) => Math.round(number * 1000) / 1000;

/**
 * @param {Point[]} points
 * @returns {Box}
 */
function boxAround(points) {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * @param {Point[]} corners
 * @param {Point} point
 */
function isInside(corners, [x, y]) {
  let inside = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}
