// @ts-check
// The places beside the board for lost pieces, in the two free corners of a hexagon.

import { svg } from "../element.js";
import { pieceNode } from "./pieces.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Box, Occupants } from "./geometry.js" */

const SCALE = 0.42;
const STEP = 0.4;
const INSET = 0.21;

/**
 * How many pieces each player has lost, by what is left; null for a game that does not count them.
 * @param {Diagram} diagram
 * @param {Occupants} occupants
 */
export function lostPieces(diagram, occupants) {
  const { tray } = diagram;
  if (!tray) return null;
  return diagram.players.map((_, i) => {
    const left = occupants.filter((piece) => piece !== null && diagram.pieces[piece].player === i + 1).length;
    return Math.max(0, Math.min(tray.places, tray.pieces - left));
  });
}

/**
 * "Blue has lost 1 of 4, Red 0 of 4."
 * @param {Diagram} diagram
 * @param {Occupants} occupants
 */
export function scoreOf(diagram, occupants) {
  const lost = lostPieces(diagram, occupants);
  if (!lost || !diagram.tray) return null;
  const { places } = diagram.tray;
  return diagram.players.map(({ name }, i) => `${name}${i === 0 ? " has lost" : ""} ${lost[i]} of ${places}`).join(", ");
}

/**
 * The places in the corners to the right: above what the upper player has won, below the other's.
 * @param {Diagram} diagram
 * @param {string} prefix
 * @param {Box} view
 * @param {Occupants} occupants
 * @param {number} upper the player above
 */
export function trayNodes(diagram, prefix, view, occupants, upper) {
  const lost = lostPieces(diagram, occupants);
  if (!lost || !diagram.tray) return [];
  const { places } = diagram.tray;
  return [1, 2].flatMap((player) => {
    const y = player === upper ? view.y + view.height - INSET : view.y + INSET;
    const piece = diagram.pieces.findIndex((kind) => kind.player === player);
    return Array.from({ length: places }, (_, i) => {
      const x = view.x + view.width - INSET - (places - 1 - i) * STEP;
      const place = svg("g", { class: "tray-place", transform: `translate(${x} ${y}) scale(${SCALE})` });
      place.append(svg("circle", { class: "tray-hollow", r: 0.42 }));
      if (i < lost[player - 1]) place.append(pieceNode(diagram, piece, prefix));
      return place;
    });
  });
}
