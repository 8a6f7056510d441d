import assert from "node:assert/strict";
import { test } from "node:test";

import { motion, told } from "../../web/assets/board/motion.js";
import { hexagons, occupants, squares } from "./boards.js";

const board = squares(4, 4);
const [MAN, KING, ENEMY] = [0, 1, 2];

test("a step slides one piece", () => {
  const before = occupants(board, { 12: MAN });
  const after = occupants(board, { 9: MAN });
  assert.deepEqual(motion(board, before, after, [12, 9]), {
    slides: [{ path: [12, 9], piece: MAN, becomes: MAN }],
    gone: [],
    come: [],
  });
});

test("a chain follows its path, and what it jumps is gone", () => {
  const before = occupants(board, { 12: MAN, 9: ENEMY, 5: ENEMY });
  const after = occupants(board, { 0: KING });
  const { slides, gone, come } = motion(board, before, after, [12, 6, 0]);
  assert.deepEqual(slides, [{ path: [12, 6, 0], piece: MAN, becomes: KING }]);
  assert.deepEqual(gone.map(({ cell }) => cell).sort(), [5, 9]);
  assert.deepEqual(come, []);
});

test("a capture by replacement: the one that stood there is gone", () => {
  const before = occupants(board, { 12: MAN, 9: ENEMY });
  const after = occupants(board, { 9: MAN });
  const { slides, gone } = motion(board, before, after, [12, 9]);
  assert.deepEqual(slides, [{ path: [12, 9], piece: MAN, becomes: MAN }]);
  assert.deepEqual(gone, [{ cell: 9, piece: ENEMY }]);
});

test("backward, captured pieces come again", () => {
  const before = occupants(board, { 9: MAN });
  const after = occupants(board, { 12: MAN, 9: ENEMY });
  const { slides, gone, come } = motion(board, before, after, [9, 12]);
  assert.deepEqual(slides, [{ path: [9, 12], piece: MAN, becomes: MAN }]);
  assert.deepEqual(gone, []);
  assert.deepEqual(come, [{ cell: 9, piece: ENEMY }]);
});

test("a pair that pushes moves piece by piece", () => {
  const hexes = hexagons(4);
  // Row D has 7 cells, from number 15 on: two men push an enemy to the right.
  const before = occupants(hexes, { 15: MAN, 16: MAN, 17: ENEMY });
  const after = occupants(hexes, { 16: MAN, 17: MAN, 18: ENEMY });
  const { slides, gone, come } = motion(hexes, before, after, [15, 16]);
  const paths = slides.map(({ path }) => path).sort((a, b) => a[0] - b[0]);
  assert.deepEqual(paths, [
    [15, 16],
    [16, 17],
    [17, 18],
  ]);
  assert.deepEqual([gone, come], [[], []]);
});

test("a pair that pushes off the board leaves one piece gone", () => {
  const hexes = hexagons(4);
  const before = occupants(hexes, { 19: MAN, 20: MAN, 21: ENEMY });
  const after = occupants(hexes, { 20: MAN, 21: MAN });
  const { slides, gone } = motion(hexes, before, after, [19, 20]);
  assert.equal(slides.length, 2);
  assert.deepEqual(gone, [{ cell: 21, piece: ENEMY }]);
});

test("a move is told in words", () => {
  const before = occupants(board, { 12: MAN, 9: ENEMY, 5: ENEMY });
  const after = occupants(board, { 0: KING });
  const text = told(board, before, after, [12, 6, 0]);
  assert.equal(text, "red man, cell 30 to cell 12 to cell 00, takes 2 × black man, becomes red king");
  assert.equal(told(board, before, before, []), "pass");
});
