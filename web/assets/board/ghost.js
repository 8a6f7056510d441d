// @ts-check
// What a move would carry where, drawn pale before it is made.

import { along } from "./geometry.js";
import { pieceNode } from "./pieces.js";
import { shifted } from "./piece-layer.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Occupants, Point } from "./geometry.js" */

/**
 * The pieces where the slides would take them; one that leaves the board is seen outside, crossed out by its style.
 * @param {Diagram} diagram
 * @param {string} prefix
 * @param {Occupants} occupants
 * @param {(number | null)[][]} slides
 * @param {(cell: number) => Point} centerOf
 */
export function ghosts(diagram, prefix, occupants, slides, centerOf) {
  return slides.flatMap((path) => {
    const from = /** @type {number} */ (path[0]);
    const piece = occupants[from];
    if (piece === null) return [];
    const end = path[path.length - 1];
    const node = pieceNode(diagram, piece, prefix);
    node.classList.add("ghost");
    node.classList.toggle("leaving", end === null);
    node.style.transform = shifted(end === null ? outside(slides, from, centerOf) : centerOf(end));
    return [node];
  });
}

/**
 * Beyond the edge, straight on from where the piece is pushed.
 * @param {(number | null)[][]} slides
 * @param {number} cell
 * @param {(cell: number) => Point} centerOf
 */
function outside(slides, cell, centerOf) {
  const pusher = slides.find((path) => path[path.length - 1] === cell);
  const from = pusher?.[pusher.length - 2] ?? cell;
  return along(centerOf(from), centerOf(cell), 1.85);
}
