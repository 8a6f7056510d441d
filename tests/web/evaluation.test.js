import assert from "node:assert/strict";
import { test } from "node:test";

import { bestValue, cellValues, destinationMarks } from "../../web/assets/board/destinations.js";
import { nextShown, Replay } from "../../web/assets/board/replay.js";
import { bestLines, bestScore, moveValues, progress, valuedMoves, verdict } from "../../web/assets/evaluation.js";
import { occupants, squares } from "./boards.js";

const players = [{ name: "Red" }, { name: "Black" }];
const open = { turn: 1, over: null, moves: [{ move: "a" }, { move: "b" }] };
const table = {
  value: "win",
  distance: 5,
  moves: [
    { move: "b", value: "win", distance: 5 },
    { move: "a", value: null, distance: null },
  ],
  line: ["b", "c", "d"],
};
const search = {
  depth: 7,
  nodes: 1234,
  exact: null,
  lines: [
    { score: { kind: "points", points: 40 }, moves: ["b"] },
    { score: { kind: "loss", plies: 4 }, moves: ["a", "x"] },
  ],
};

test("tables and proofs are put together", () => {
  assert.deepEqual(
    [...moveValues(table, search)].map(([move, { value }]) => [move, value]),
    [
      ["a", "loss"],
      ["b", "win"],
    ],
  );
  assert.deepEqual(
    valuedMoves(open, null, null).map(({ move, value }) => [move, value]),
    [
      ["a", null],
      ["b", null],
    ],
  );
  assert.equal(valuedMoves(open, table, null)[0].move, "b");
  // A search may have missed the shortest way, unless it is said to be exact.
  const won = { ...search, lines: [{ score: { kind: "win", plies: 9 }, moves: ["b"] }] };
  assert.equal(moveValues(null, won).get("b").distance, null);
  assert.equal(moveValues(null, { ...won, exact: { value: "win", distance: 9 } }).get("b").distance, 9);
});

test("a table knows the rest of the best line", () => {
  assert.deepEqual(bestLines(table, search)[0].moves, ["b", "c", "d"]);
  assert.deepEqual(bestLines(table, search)[1].moves, ["a", "x"]);
  assert.deepEqual(bestLines(null, null), []);
});

test("the surest score comes first", () => {
  assert.deepEqual(bestScore(open, table, search), { kind: "win", plies: 5, isExact: true });
  assert.deepEqual(bestScore(open, null, search), { kind: "points", points: 40 });
  assert.equal(bestScore(open, null, null), null);
  assert.deepEqual(bestScore({ turn: 2, over: { winner: 1 } }, null, null), { kind: "loss", plies: 0 });
  assert.deepEqual(bestScore({ turn: 2, over: { winner: null } }, null, null), { kind: "points", points: 0 });
});

test("verdicts say whether they are certain", () => {
  assert.deepEqual(verdict(open, table, search, players), { text: "Exact: Red wins in 5 plies", isExact: true });
  assert.deepEqual(verdict(open, null, search, players), { text: "Red is ahead by 0.40", isExact: false });
  assert.equal(verdict({ ...open, over: { winner: 1 } }, table, search, players).text, "");
});

test("progress is told", () => {
  const nothing = { thought: null, waiting: null, isDone: false, fault: null };
  assert.equal(progress(nothing), "Thinking…");
  assert.equal(progress({ ...nothing, waiting: 2 }), "Waiting: 2 others are served first…");
  assert.equal(progress({ ...nothing, fault: "no" }), "no");
  assert.equal(progress({ ...nothing, thought: search, isDone: true }), "Depth 7 · 1.2 thousand positions · done");
});

test("the best of some values is told only if nothing unknown may be better", () => {
  const [win, far, draw, loss] = [
    { value: "win", distance: 3 },
    { value: "win", distance: 9 },
    { value: "draw", distance: null },
    { value: "loss", distance: 2 },
  ];
  assert.equal(bestValue([loss, far, win, draw]), win);
  assert.equal(bestValue([win, undefined]), win);
  assert.equal(bestValue([draw, undefined]), null);
  assert.equal(bestValue([]), null);
});

test("values are written on pieces, and on targets once a piece is touched", () => {
  const moves = [
    { move: "p", touched: [1, 2] },
    { move: "q", touched: [1, 3] },
  ];
  const known = { p: { value: "draw", distance: null }, q: { value: "loss", distance: 2 } };
  assert.deepEqual([...cellValues(moves, [], (move) => known[move])], [[1, known.p]]);
  assert.deepEqual(
    [...cellValues(moves, [1], (move) => known[move])],
    [
      [2, known.p],
      [3, known.q],
    ],
  );
});

test("captures are marked by what the server says", () => {
  const isTaking = (move) => destinationMarks([move], [0]).targets.get(move.touched[1]).isTaking;
  assert.equal(isTaking({ touched: [0, 1], takes: 1 }), true);
  assert.equal(isTaking({ touched: [0, 3], takes: 0 }), false);
});

test("a game can be gone through", () => {
  const board = squares(2, 2);
  const standing = (cells) => occupants(board, cells);
  const history = [
    { move: "x", touched: [0, 1], occupants: standing({ 1: 0, 3: 2 }) },
    { move: "y", touched: [3, 1], occupants: standing({ 1: 2 }) },
  ];
  const replay = new Replay(board, standing({ 0: 0, 3: 2 }), history);
  assert.equal(replay.plies, 2);
  assert.deepEqual(replay.path(0, 1), [0, 1]);
  assert.deepEqual(replay.path(2, 1), [1, 3]);
  assert.deepEqual(replay.path(0, 2), []);
  assert.deepEqual(replay.lastMove(2), [3, 1]);
  assert.equal(replay.lostBy(1, 2), 1);
  assert.equal(replay.lostBy(1, 1), 0);
  assert.equal(replay.describe(2), "black man, cell 11 to cell 01, takes red man");
});

test("a few new moves are shown one after the other", () => {
  assert.equal(nextShown(4, 6), 5);
  assert.equal(nextShown(4, 5), 5);
  assert.equal(nextShown(4, 20), 20);
  assert.equal(nextShown(4, 2), 2);
});
