// @ts-check
// What is said below the board of a game in play: whose turn it is, what one waits for, how it ended; and what each player has taken. Pure.

import { passMove } from "../board/selection.js";
import { lostPieces } from "../board/tray.js";
import { endText, moverOf, other, plural } from "../format.js";

/** @import { Replay } from "../board/replay.js" */
/** @import { Diagram, LegalMove } from "../wire.js" */
/** @import { Game } from "../game-state.js" */
/** @import { Seating } from "./seating.js" */

/**
 * @typedef {object} Table
 * @property {Game} game
 * @property {Seating} seating
 * @property {{ wanted: number | null, shown: number, isUnanswered: boolean, passed: string }} state
 * @property {number} plies how many have been played
 * @property {number} turn
 * @property {boolean} mayMove
 * @property {boolean} mustTake
 * @property {boolean} isOverSeen
 * @property {LegalMove[]} legalMoves
 */

/** @param {Table} table */
export function statusText({ game, seating, state, plies, turn, mayMove, mustTake, isOverSeen, legalMoves }) {
  if (state.wanted !== null) return `Position after ${state.shown} of ${plural(plies, "ply", "plies")}`;
  if (isOverSeen && game.over) return endText(game.over.text);
  if (state.isUnanswered) return "Sending your move…";
  const passed = state.passed ? `${state.passed} ` : "";
  const side = seating.sideName(turn);
  if (seating.mine.length === 0)
    return `${passed}You are watching. ${seating.sideName(moverOf(state.shown, plies, turn))} to move`;
  if (game.thinking) return `${passed}${side} to move: the machine is thinking…`;
  if (mayMove && passMove(legalMoves)) return `${side} cannot move and passes`;
  const must = mayMove && mustTake ? ": you must take" : "";
  return `${passed}${seating.me === turn ? `Your turn, ${side}` : `${side} to move`}${must}`;
}

/**
 * How many of the other player's pieces are gone after so many plies.
 * @param {Diagram} diagram
 * @param {Replay} replay
 * @param {number} player
 * @param {number} ply
 */
export function takenText(diagram, replay, player, ply) {
  const lost = lostPieces(diagram, replay.occupants(ply));
  if (lost && diagram.tray) return `${lost[other(player) - 1]} of ${diagram.tray.places}`;
  const taken = replay.lostBy(other(player), ply);
  return taken > 0 ? `${taken} taken` : "";
}
