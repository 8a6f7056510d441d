// What a review comes to.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Replay } from "../../web/assets/board/replay.js";
import { faultReasons, material } from "../../web/assets/reasons.js";
import { accuracy, mistakes, spacedMarks, stretches, thinned } from "../../web/assets/review-facts.js";

test("a move that gives away 15 of 100 counts half", () => {
  assert.equal(accuracy([]), null);
  assert.equal(accuracy([0, 0]), 100);
  assert.equal(accuracy([15]), 50);
  assert.equal(accuracy([0, 15]), 75);
});

test("only mistakes and blunders are gone through, of the side that is asked for", () => {
  const judged = ["best", "mistake", null, "inaccuracy", "blunder", "mistake"];
  assert.deepEqual(mistakes(judged, () => true), [1, 4, 5]);
  assert.deepEqual(mistakes(judged, (ply) => ply % 2 === 0), [4]);
});

test("marks keep apart, and the graver one stays", () => {
  const mark = (at, fault) => ({ at, fault, value: 0 });
  const marks = [mark(1, "inaccuracy"), mark(2, "blunder"), mark(3, "mistake"), mark(9, "inaccuracy")];
  assert.deepEqual(spacedMarks(marks, 3).map(({ at }) => at), [2, 9]);
  assert.deepEqual(spacedMarks(marks, 1).map(({ at }) => at), [1, 2, 3, 9]);
});

test("a long curve keeps its ends and its length in points is bounded", () => {
  const points = Array.from({ length: 279 }, (_, at) => ({ at, value: at % 2 === 0 ? 100 : -100 }));
  const thin = thinned(points, 130);
  assert.ok(thin.length <= 130);
  assert.deepEqual([thin[0].at, thin.at(-1).at], [0, 278]);
  assert.ok(thin.every(({ value }) => Math.abs(value) <= 34));
  assert.equal(thinned(points, 279), points);
});

test("exact positions are told as stretches", () => {
  assert.deepEqual(stretches([false, true, true, false, true]), [
    [1, 2],
    [4, 4],
  ]);
});

/** Three cells in a row and two kinds of pieces, one for each player. */
const diagram = {
  cells: ["a", "b", "c", "d"].map((name, column) => ({ name, spoken: name, center: [column, 0], outline: [], row: 0, column, shade: "dark" })),
  labels: [],
  pieces: [
    { name: "white man", player: 1, letter: "w", emblem: "" },
    { name: "black man", player: 2, letter: "b", emblem: "" },
  ],
  players: [
    { name: "White", paint: "#ffffff" },
    { name: "Black", paint: "#000000" },
  ],
};
const played = new Replay(
  diagram,
  [0, 0, 1, null],
  [
    { move: "a-b", touched: [0], position: "", occupants: [null, 0, 1, null] },
    { move: "cxa", touched: [2, 0], position: "", occupants: [1, null, null, null] },
  ],
);

test("what an answer costs is counted along its line", () => {
  assert.deepEqual(material(played, 1, 1), { lost: 1, taken: 0 });
  assert.deepEqual(material(played, 1, 2), { lost: 0, taken: 1 });
});

test("reasons: what was given up, what answers it, what it costs", () => {
  const about = (exact, points = 0) => ({ exact, score: { kind: "points", points } });
  const told = faultReasons({
    players: diagram.players,
    mover: 1,
    ply: 0,
    was: about({ value: "win", distance: 3 }),
    now: about({ value: "draw", distance: null }),
    answered: played,
    wanted: null,
  });
  assert.deepEqual(told, [
    "it was won: White wins in 3 plies; now it is a draw: exact",
    "Black can answer cxa: black man, c to a, takes white man",
    "White then loses a piece",
  ]);
});
