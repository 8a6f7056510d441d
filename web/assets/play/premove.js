// @ts-check
// A move that is planned while the other player thinks, and made when it is legal then. Pure.

import { touch } from "../board/selection.js";

/** @import { Choice } from "../board/selection.js" */

/** @typedef {{ touched: number[], planned: number[] }} Plan what is chosen, and what is planned by two cells */

/**
 * What touching a cell means while it is not our turn: an own piece is chosen, the next cell is where it shall go; a
 * plan is given up by touching anything.
 * @param {(cell: number) => boolean} isOwn
 * @param {Plan} plan
 * @param {number} cell
 * @returns {Plan}
 */
export function planTouch(isOwn, { touched, planned }, cell) {
  if (planned.length > 0) return { touched: [], planned: [] };
  if (touched.length > 0 && cell !== touched[0] && !isOwn(cell)) return { touched: [], planned: [touched[0], cell] };
  const isChosen = isOwn(cell) && cell !== touched[0];
  return { touched: isChosen ? [cell] : [], planned: [] };
}

/**
 * The legal move that was planned; null where there is none now.
 * @param {Choice} choice
 * @param {number[]} planned
 */
export function plannedMove(choice, [from, to]) {
  const begun = touch(choice, [], from);
  if (begun.move || begun.touched.length === 0) return null;
  const { move, touched } = touch(choice, begun.touched, to);
  // Touching the end of a short move again makes it where a longer one goes on.
  return move ?? (touched.length > 1 ? touch(choice, touched, to).move : null);
}
