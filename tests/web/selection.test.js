import assert from "node:assert/strict";
import { test } from "node:test";

import { candidates, drag, origins, passMove, targets, touch } from "../../web/assets/board/selection.js";

const move = (...touched) => ({ move: touched.join("-"), touched });

/** A position in which player 1 owns the cells `own` and player 2 the cells `enemies`. */
function position(moves, own = [], enemies = []) {
  const ownerOf = (cell) => (own.includes(cell) ? 1 : enemies.includes(cell) ? 2 : null);
  return { moves, ownerOf, turn: 1 };
}

test("two touches make a step", () => {
  const at = position([move(1, 5), move(1, 6), move(2, 6)], [1, 2]);
  const first = touch(at, [], 1);
  assert.deepEqual(first, { touched: [1], move: null, refused: null });
  assert.equal(touch(at, first.touched, 6).move.move, "1-6");
});

test("a chain is touched jump by jump", () => {
  const at = position([move(1, 5, 9, 13), move(1, 5, 9, 15), move(1, 6)], [1]);
  assert.deepEqual([...targets(at.moves, [1]).keys()].sort(), [13, 15, 5, 6].sort());
  const second = touch(at, [1], 5);
  assert.deepEqual(second.touched, [1, 5]);
  const third = touch(at, second.touched, 9);
  assert.deepEqual(third.touched, [1, 5, 9]);
  assert.equal(touch(at, third.touched, 15).move.move, "1-5-9-15");
});

test("the last cell of a chain is enough where only one chain ends there", () => {
  const at = position([move(1, 5, 9), move(1, 6, 9), move(1, 5, 11)], [1]);
  assert.equal(touch(at, [1], 11).move.move, "1-5-11");
  const doubtful = touch(at, [1], 9);
  assert.equal(doubtful.move, null);
  assert.deepEqual([doubtful.refused, doubtful.touched], [[1, 9], [1]]);
});

test("a chain that comes back to its beginning is not made by touching the piece again", () => {
  const at = position([move(1, 5, 9, 13, 1)], [1]);
  assert.deepEqual(touch(at, [1], 1), { touched: [], move: null, refused: null });
  assert.equal(touch(at, [1, 5, 9, 13], 1).move.move, "1-5-9-13-1");
});

test("where a move is the beginning of a longer one, touching its end again makes it", () => {
  const at = position([move(1, 5), move(1, 5, 9)], [1]);
  const first = touch(at, [1], 5);
  assert.deepEqual(first.touched, [1, 5]);
  assert.equal(touch(at, [1, 5], 5).move.move, "1-5");
  assert.equal(touch(at, [1, 5], 9).move.move, "1-5-9");
});

test("touching the piece again lets it go, another own piece is another choice", () => {
  const at = position([move(1, 5), move(2, 6)], [1, 2, 3]);
  assert.deepEqual(touch(at, [1], 1).touched, []);
  assert.deepEqual(touch(at, [1], 2), { touched: [2], move: null, refused: null });
  assert.deepEqual(touch(at, [1], 3), { touched: [3], move: null, refused: null });
});

test("where moves go from own piece to own piece, two that make none are asked about", () => {
  const at = position([move(1, 2)], [1, 2, 3]);
  assert.equal(touch(at, [1], 2).move.move, "1-2");
  assert.deepEqual(touch(at, [1], 3), { touched: [3], move: null, refused: [1, 3] });
});

test("what makes no move is asked about, and the piece stays chosen", () => {
  const at = position([move(1, 5)], [1, 2], [7]);
  assert.deepEqual(touch(at, [1], 7), { touched: [1], move: null, refused: [1, 7] });
  assert.deepEqual(touch(at, [2], 6), { touched: [2], move: null, refused: [2, 6] });
  assert.deepEqual(touch(at, [], 7), { touched: [], move: null, refused: null });
});

test("carrying a piece is touching both ends", () => {
  const at = position([move(1, 5), move(1, 6, 9)], [1, 2], [7]);
  assert.equal(drag(at, [], 1, 5).move.move, "1-5");
  assert.equal(drag(at, [1], 1, 9).move.move, "1-6-9");
  assert.deepEqual(drag(at, [], 1, 6).touched, [1, 6]);
  assert.equal(drag(at, [1, 6], 6, 9).move.move, "1-6-9");
  assert.deepEqual(drag(at, [], 1, null), { touched: [1], move: null, refused: null });
  assert.deepEqual(drag(at, [], 1, 2), { touched: [1], move: null, refused: [1, 2] });
  assert.deepEqual(drag(at, [], 7, 5), { touched: [], move: null, refused: [7, 5] });
});

test("a pass is a move without cells", () => {
  const pass = { move: "pass", touched: [] };
  assert.equal(passMove([pass]), pass);
  assert.equal(passMove([move(1, 2)]), null);
  assert.equal(origins([pass]).size, 0);
  assert.deepEqual(candidates([pass], []), []);
});

test("a move may be meant by other cells than its own, and is the same move", () => {
  // Two men, on 1 and 2, go to 2 and 3.
  const pair = { ...move(1, 2), ways: [[1, 3], [2, 3], [2, 1]] };
  const at = position([pair], [1, 2]);
  assert.deepEqual([...origins(at.moves)].sort(), [1, 2]);
  for (const [first, second] of [[1, 2], ...pair.ways]) {
    assert.ok(targets(at.moves, [first]).get(second).isEnd);
    assert.equal(touch(at, [first], second).move.move, "1-2");
  }
});
