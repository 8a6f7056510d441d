// @ts-check
// What is drawn over the cells: the last move, what is touched, where it can go, values and arrows.

import { svg } from "../element.js";
import { valueSign } from "../format.js";
import { arrowShape, pointsText } from "./geometry.js";

/** @import { Known } from "./destinations.js" */
/** @import { Point } from "./geometry.js" */

/**
 * A cell in another colour, with an edge so that colour is not the only sign.
 * @param {Point[]} corners
 * @param {string} kind
 */
export function shadedCell(corners, kind) {
  return svg("polygon", { class: `shade-${kind}`, points: pointsText(corners) });
}

/**
 * A cell that a player aims for: a dashed line inside it, in that player's paint.
 * @param {Point[]} corners
 * @param {string} paint
 */
export const goalMark = (corners, paint) =>
  svg("polygon", { class: "goal-mark", points: pointsText(corners), stroke: paint });

/**
 * The cell that has the focus: two lines, of which one is seen on any ground.
 * @param {Point[]} corners
 */
export function focusMark(corners) {
  const points = pointsText(corners);
  return ["outer", "inner"].map((line) => svg("polygon", { class: `focus-mark ${line}`, points }));
}

/**
 * Where a touched piece can go: a dot on an empty cell, a ring round a piece, a cross-hair where something is taken.
 * @param {Point} at
 * @param {{ isOccupied: boolean, isTaking: boolean }} kind
 */
export function targetMark([x, y], { isOccupied, isTaking }) {
  const at = { cx: x, cy: y };
  const group = svg("g", { class: `target ${isTaking ? "taking" : "quiet"}` });
  if (isOccupied) group.append(svg("circle", { ...at, r: 0.44, class: "target-ring" }));
  else group.append(svg("circle", { ...at, r: 0.13, class: "target-dot" }));
  if (!isTaking) return group;
  if (!isOccupied) group.append(svg("circle", { ...at, r: 0.27, class: "target-ring thin" }));
  const reach = isOccupied ? [0.34, 0.5] : [0.2, 0.36];
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    const [x1, y1, x2, y2] = [x + dx * reach[0], y + dy * reach[0], x + dx * reach[1], y + dy * reach[1]];
    group.append(svg("line", { x1, y1, x2, y2, class: "target-hair" }));
  }
  return group;
}

/**
 * An exact value on a cell: sign and number.
 * @param {Point} at
 * @param {Known} known
 */
export function valueBadge([x, y], { value, shown = value, distance }) {
  const text = `${valueSign[/** @type {string} */ (shown)]}${distance ?? ""}`;
  const width = 0.2 + 0.15 * text.length;
  const [cx, cy] = [x, y + 0.31];
  return svg(
    "g",
    { class: `badge ${shown}` },
    svg("rect", { x: cx - width / 2, y: cy - 0.16, width, height: 0.32, rx: 0.16 }),
    svg("text", { x: cx, y: cy + 0.01 }, text),
  );
}

/**
 * The name of a cell, at its foot.
 * @param {Point} at
 * @param {string} name
 */
export function cellName([x, y], name) {
  return svg("text", { class: "cell-name", x, y: y + 0.36 }, name);
}

/**
 * An arrow along points.
 * @param {Point[]} points
 * @param {string} kind
 */
export function arrow(points, kind) {
  const shape = arrowShape(points, kind === "best-1" || kind === "hint" ? 0.15 : 0.11);
  if (!shape) return svg("g");
  const [shaft, head] = [pointsText(shape.shaft), pointsText(shape.head)];
  /** @param {string} part */
  const drawn = (part) => [
    svg("polyline", { class: part, points: shaft }),
    svg("polygon", { class: part, points: head }),
  ];
  // The light edge keeps it apart from pieces of any colour.
  return svg("g", { class: `arrow ${kind}` }, drawn("edge"), drawn("body"));
}

/**
 * A circle round a cell, drawn by the user.
 * @param {Point} at
 */
export function circle([cx, cy]) {
  return svg("g", { class: "own-circle" }, ["edge", "body"].map((part) => svg("circle", { class: part, cx, cy, r: 0.43 })));
}

/**
 * A ring round a piece of which one must be moved.
 * @param {Point} at
 */
export function mustMark([cx, cy]) {
  return svg("circle", { class: "must-mark", cx, cy, r: 0.45 });
}

/**
 * Rays round a piece that has just become another one.
 * @param {Point} at
 */
export function promotionMark([cx, cy]) {
  return svg("circle", { class: "promotion-mark", cx, cy, r: 0.46, pathLength: 24 });
}

/**
 * The cell that is in the way of what was tried.
 * @param {Point[]} corners
 */
export function refusedCell(corners) {
  return svg("polygon", { class: "refused-cell", points: pointsText(corners) });
}

/**
 * What a move waits for, on its target.
 * @param {Point} at
 * @param {string} word
 */
export function waitingWord([x, y], word) {
  const width = 0.2 + 0.11 * word.length;
  return svg(
    "g",
    { class: "waiting-word" },
    svg("rect", { x: x - width / 2, y: y - 0.13, width, height: 0.26, rx: 0.13 }),
    svg("text", { x, y: y + 0.01 }, word),
  );
}

/**
 * The way of a move of which some cells are touched.
 * @param {Point[]} points
 */
export function movePath(points) {
  return svg("polyline", { class: "move-path", points: pointsText(points) });
}
