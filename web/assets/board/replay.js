// @ts-check
// A game as positions that can be gone through. Pure.

import { describeMove, diffPositions, lastMoveCells } from "./animation.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Occupants } from "./geometry.js" */
/** @import { Ply } from "../game-state.js" */

/** The positions of a game, one more than its moves. `start` is what stands where before the first. */
export class Replay {
  /**
   * @param {Diagram} diagram
   * @param {Occupants} start
   * @param {Ply[]} history
   */
  constructor(diagram, start, history) {
    this.diagram = diagram;
    this.start = start;
    this.history = history;
  }

  get plies() {
    return this.history.length;
  }

  /**
   * What stands where after so many plies.
   * @param {number} ply
   */
  occupants(ply) {
    return ply === 0 ? this.start : this.history[ply - 1].occupants;
  }

  /**
   * The cells to be marked as the last move.
   * @param {number} ply
   */
  lastMove(ply) {
    if (ply === 0) return [];
    return lastMoveCells(this.diagram, this.occupants(ply - 1), this.occupants(ply), this.history[ply - 1].touched);
  }

  /**
   * The cells of the way from one position to another, if they are one move apart; otherwise none.
   * @param {number} from
   * @param {number} to
   */
  path(from, to) {
    if (to === from + 1) return this.history[from].touched;
    if (to === from - 1 && from <= this.plies) return [...this.history[to].touched].reverse();
    return [];
  }

  /**
   * The move that led to this ply, in words.
   * @param {number} ply
   */
  describe(ply) {
    const { touched } = this.history[ply - 1];
    return describeMove(this.diagram, this.occupants(ply - 1), this.occupants(ply), touched);
  }

  /**
   * Where a piece has become another one by the move that led to this ply.
   * @param {number} ply
   */
  promoted(ply) {
    if (ply === 0) return [];
    const { touched } = this.history[ply - 1];
    const { slides } = diffPositions(this.diagram, this.occupants(ply - 1), this.occupants(ply), touched);
    return slides.filter(({ piece, becomes }) => piece !== becomes).map(({ path }) => path[path.length - 1]);
  }

  /**
   * How many pieces `player` has after so many plies.
   * @param {number} player
   * @param {number} ply
   */
  countOf(player, ply) {
    /** @param {number | null} piece */
    const isOwn = (piece) => piece !== null && this.diagram.pieces[piece].player === player;
    return this.occupants(ply).filter(isOwn).length;
  }

  /**
   * How many pieces `player` has lost since the start.
   * @param {number} player
   * @param {number} ply
   */
  lostBy(player, ply) {
    return Math.max(0, this.countOf(player, 0) - this.countOf(player, ply));
  }
}

/**
 * The next position to show on the way from `shown` to `wanted`: a few new moves are shown one after the other, anything
 * else at once. What machines play against each other is always shown move by move.
 * @param {number} shown
 * @param {number} wanted
 */
export function nextShown(shown, wanted, isExhibition = false) {
  const ahead = wanted - shown;
  if (isExhibition && ahead > 0) return shown + 1;
  return ahead > 1 && ahead <= 3 ? shown + 1 : wanted;
}
