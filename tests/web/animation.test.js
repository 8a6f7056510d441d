import assert from "node:assert/strict";
import { test } from "node:test";

import { describeMove, diffPositions } from "../../web/assets/board/animation.js";
import { hexagons, occupants, squares } from "./boards.js";

const board = squares(4, 4);
const [MAN, KING, ENEMY] = [0, 1, 2];

test("a step slides one piece", () => {
  const before = occupants(board, { 12: MAN });
  const after = occupants(board, { 9: MAN });
  assert.deepEqual(diffPositions(board, before, after, [12, 9]), {
    slides: [{ path: [12, 9], piece: MAN, becomes: MAN }],
    removed: [],
    added: [],
  });
});

test("a chain follows its path, and what it jumps is removed", () => {
  const before = occupants(board, { 12: MAN, 9: ENEMY, 5: ENEMY });
  const after = occupants(board, { 0: KING });
  const { slides, removed, added } = diffPositions(board, before, after, [12, 6, 0]);
  assert.deepEqual(slides, [{ path: [12, 6, 0], piece: MAN, becomes: KING }]);
  assert.deepEqual(removed.map(({ cell }) => cell).sort(), [5, 9]);
  assert.deepEqual(added, []);
});

test("a capture by replacement: the one that stood there is removed", () => {
  const before = occupants(board, { 12: MAN, 9: ENEMY });
  const after = occupants(board, { 9: MAN });
  const { slides, removed } = diffPositions(board, before, after, [12, 9]);
  assert.deepEqual(slides, [{ path: [12, 9], piece: MAN, becomes: MAN }]);
  assert.deepEqual(removed, [{ cell: 9, piece: ENEMY }]);
});

test("backward, captured pieces come again", () => {
  const before = occupants(board, { 9: MAN });
  const after = occupants(board, { 12: MAN, 9: ENEMY });
  const { slides, removed, added } = diffPositions(board, before, after, [9, 12]);
  assert.deepEqual(slides, [{ path: [9, 12], piece: MAN, becomes: MAN }]);
  assert.deepEqual(removed, []);
  assert.deepEqual(added, [{ cell: 9, piece: ENEMY }]);
});

test("a pair that pushes moves piece by piece", () => {
  const hexes = hexagons(4);
  // Row D has 7 cells, from number 15 on: two men push an enemy to the right.
  const before = occupants(hexes, { 15: MAN, 16: MAN, 17: ENEMY });
  const after = occupants(hexes, { 16: MAN, 17: MAN, 18: ENEMY });
  const { slides, removed, added } = diffPositions(hexes, before, after, [15, 16]);
  const paths = slides.map(({ path }) => path).sort((a, b) => a[0] - b[0]);
  assert.deepEqual(paths, [
    [15, 16],
    [16, 17],
    [17, 18],
  ]);
  assert.deepEqual([removed, added], [[], []]);
});

test("a pair that pushes off the board leaves one piece removed", () => {
  const hexes = hexagons(4);
  const before = occupants(hexes, { 19: MAN, 20: MAN, 21: ENEMY });
  const after = occupants(hexes, { 20: MAN, 21: MAN });
  const { slides, removed } = diffPositions(hexes, before, after, [19, 20]);
  assert.equal(slides.length, 2);
  assert.deepEqual(removed, [{ cell: 21, piece: ENEMY }]);
});

test("a move is told in words", () => {
  const before = occupants(board, { 12: MAN, 9: ENEMY, 5: ENEMY });
  const after = occupants(board, { 0: KING });
  const text = describeMove(board, before, after, [12, 6, 0]);
  assert.equal(text, "red man, cell 30 to cell 12 to cell 00, takes 2 × black man, becomes red king");
  assert.equal(describeMove(board, before, before, []), "pass");
});

test("a pair that moves is told as a pair, with what it pushes", () => {
  const hexes = hexagons(4);
  const told = (before, after, touched) =>
    describeMove(hexes, occupants(hexes, before), occupants(hexes, after), touched);
  // Row D is D1 to D7, cells 15 to 21.
  assert.equal(told({ 15: MAN, 16: MAN }, { 16: MAN, 17: MAN }, [15, 16]), "the pair D1 D2 moves to D2 D3");
  assert.equal(
    told({ 17: MAN, 16: MAN, 15: ENEMY }, { 16: MAN, 15: MAN }, [17, 16]),
    "the pair D3 D2 moves to D2 D1, pushing black off",
  );
  assert.equal(
    told({ 15: MAN, 16: MAN, 17: ENEMY }, { 16: MAN, 17: MAN, 18: ENEMY }, [15, 16]),
    "the pair D1 D2 moves to D2 D3, pushing black to D4",
  );
});
