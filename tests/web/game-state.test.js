import assert from "node:assert/strict";
import { test } from "node:test";

import { applyUpdate } from "../../web/assets/game-state.js";

const status = { players: [], clocks: null, thinking: false, offer: null, next: null, result: "*", over: null };
const snapshot = {
  id: "a",
  version: 10,
  ...status,
  position: { start: [0, 1, null], occupants: [0, 1, null], turn: 1, moves: [{ move: "a" }], history: [], over: null },
};
const delta = (since, version, kept_plies, plies, rest = {}) => ({
  since,
  version,
  kept_plies,
  plies,
  turn: 1 + ((kept_plies + plies.length) % 2),
  ...status,
  ...rest,
});
const first = { move: "a", touched: [0, 2], after: [[0, null], [2, 0]] };
const second = { move: "b", touched: [1, 0], after: [[0, 1], [1, null]] };
const other = { move: "c", touched: [1, 2], after: [[1, null], [2, 1]] };

test("a delta adds moves and what they change on the board", () => {
  const game = applyUpdate(snapshot, delta(10, 12, 0, [first, second]));
  assert.deepEqual(
    game.position.history.map(({ move, occupants }) => [move, occupants]),
    [["a", [null, 1, 0]], ["b", [1, null, 0]]],
  );
  assert.deepEqual([game.version, game.position.turn, game.position.occupants], [12, 1, [1, null, 0]]);
  assert.equal(game.position.moves, null);
  assert.deepEqual(snapshot.position.history, []);
});

test("a delta takes moves back and plays others", () => {
  const before = applyUpdate(snapshot, delta(10, 12, 0, [first, second]));
  const after = applyUpdate(before, delta(12, 14, 1, [other]));
  assert.deepEqual(after.position.history.map(({ move }) => move), ["a", "c"]);
  assert.deepEqual(after.position.occupants, [null, null, 1]);
});

test("what the client has already is not played twice", () => {
  const before = applyUpdate(snapshot, delta(10, 11, 0, [first]));
  const withMoves = { ...before, position: { ...before.position, moves: [{ move: "b" }] } };
  const same = applyUpdate(withMoves, delta(10, 11, 0, [first]));
  assert.deepEqual(same.position, withMoves.position);
  // Messages for several versions at once fit each of them.
  const on = applyUpdate(withMoves, delta(10, 12, 0, [first, second]));
  assert.deepEqual(on.position.history.map(({ move }) => move), ["a", "b"]);
});

test("what changes beside the moves leaves the legal ones alone", () => {
  const over = { winner: 2, reason: "resignation", text: "The game is over." };
  const game = applyUpdate(snapshot, delta(10, 11, 0, [], { over, result: "0-1" }));
  assert.equal(game.position.moves, snapshot.position.moves);
  assert.deepEqual([game.over, game.position.over, game.result], [over, over, "0-1"]);
});

test("a gap needs the whole game, which replaces everything", () => {
  assert.equal(applyUpdate(snapshot, delta(11, 12, 0, [])), null);
  assert.equal(applyUpdate(null, delta(11, 12, 0, [])), null);
  assert.equal(applyUpdate(null, snapshot), snapshot);
});
