// A game as a client has it, and how the server's messages change it. Pure.

/**
 * The game after an update; null where the client has missed something and needs the whole game.
 *
 * An update without `since` is the whole game. Any other is a delta: it applies to each version from `since` to its own.
 * It does not say which moves are legal: where the position has changed, `position.moves` is null until they are asked for.
 */
export function applyUpdate(game, update) {
  if (!("since" in update)) return update;
  if (game === null || update.since > game.version) return null;
  const { since: _since, kept_plies: keptPlies, plies, turn, ...status } = update;
  const position = update.version === game.version ? game.position : playedOn(game.position, keptPlies, plies, turn);
  return { ...game, ...status, position: { ...position, over: status.over } };
}

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

const lastOccupants = (start, history) => history.at(-1)?.occupants ?? start;
