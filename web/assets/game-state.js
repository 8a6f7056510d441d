// @ts-check
// A game as a client has it, and how the server's messages change it. Pure.

/** @import * as Wire from "./wire.js" */

/**
 * A ply; the text of the position after it is only known where it came with a whole game.
 * @typedef {Pick<Wire.Ply, "move" | "touched" | "occupants">} Ply
 * @typedef {Omit<Wire.Position, "history" | "moves"> & { history: Ply[], moves: Wire.LegalMove[] | null }} Position
 * @typedef {Omit<Wire.State, "position"> & { position: Position }} Game
 */

/**
 * The game after an update; null where the client has missed something and needs the whole game.
 *
 * An update without `since` is the whole game. Any other is a delta: it applies to each version from `since` to its own.
 * It does not say which moves are legal: where the position has changed, `position.moves` is null until they are asked for.
 * @param {Game | null} game
 * @param {Wire.Update} update
 * @returns {Game | null}
 */
export function applyUpdate(game, update) {
  if (!("since" in update)) return update;
  if (game === null || update.since > game.version) return null;
  const { since: _since, kept_plies: keptPlies, plies, turn, ...status } = update;
  const position = update.version === game.version ? game.position : playedOn(game.position, keptPlies, plies, turn);
  return { ...game, ...status, position: { ...position, over: status.over } };
}

/**
 * @param {Position} position
 * @param {number} keptPlies
 * @param {Wire.PlayedPly[]} plies
 * @param {number} turn
 * @returns {Position}
 */
function playedOn(position, keptPlies, plies, turn) {
  if (keptPlies === position.history.length && plies.length === 0) return position;
  const history = position.history.slice(0, keptPlies);
  for (const { move, touched, after } of plies) {
    const occupants = [...lastOccupants(position.start, history)];
    for (const [cell, piece] of after) occupants[cell] = piece;
    history.push({ move, touched, occupants });
  }
  return { ...position, turn, history, occupants: lastOccupants(position.start, history), moves: null };
}

/** @type {(start: Wire.Position["start"], history: Ply[]) => Wire.Position["start"]} */
const lastOccupants = (start, history) => history.at(-1)?.occupants ?? start;
