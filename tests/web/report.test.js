import assert from "node:assert/strict";
import { test } from "node:test";

import { cleaned, isMatch, playerToMove, replayOf } from "../../web/assets/report/data.js";
import { squares } from "./boards.js";

const diagram = squares(2, 2);
const report = { diagram, digits: 1, starts: [{ board: "0.2.", turn: 1 }] };
const game = { n: 1, p: [0, 1], r: 0, w: 0, s: 0, o: 0, m: "a b", t: "01 23", c: "0.10 2.32" };

test("a game is written as the cells that change, and read as boards", () => {
  const replay = replayOf(report, game);
  assert.equal(replay.plies, 2);
  assert.deepEqual([0, 1, 2].map((ply) => replay.occupants(ply)), [
    [0, null, 2, null],
    [null, 0, 2, null],
    [null, 0, null, 2],
  ]);
  assert.deepEqual(replay.history.map(({ move, touched }) => [move, touched]), [["a", [0, 1]], ["b", [2, 3]]]);
  assert.deepEqual([0, 1].map((ply) => playerToMove(report, game, ply)), [2, 1]);
  assert.equal(replayOf(report, { ...game, m: "", t: "", c: "" }).plies, 0);
});

test("large boards need two digits, and a pass touches nothing", () => {
  const large = squares(9, 9);
  const starts = [{ board: "0".padEnd(81, "."), turn: 0 }];
  const replay = replayOf({ diagram: large, digits: 2, starts }, { ...game, m: "a pass", t: "001G ", c: "00.1G0 " });
  assert.deepEqual(replay.history.map(({ touched }) => touched), [[0, 80], []]);
  assert.equal(replay.occupants(2)[80], 0);
});

test("a filter asks for players, results, reasons and faults", () => {
  const all = { by: "", against: "", result: "", reason: "", fault: "" };
  const is = (wanted, changed = {}) => isMatch({ ...game, ...changed }, { ...all, ...wanted });
  assert.ok(is({}) && is({ by: "1", result: "lost" }) && is({ by: "0", against: "1", result: "won" }));
  assert.ok(!is({ by: "2" }) && !is({ by: "0", against: "0" }) && !is({ result: "2" }) && !is({ reason: "1" }));
  const forgiven = { f: [{ kind: "illegal" }] };
  assert.ok(is({ fault: "forgiven" }, forgiven) && is({ fault: "illegal" }, forgiven) && !is({ fault: "some" }));
  assert.ok(is({ fault: "time" }, { v: { kind: "time" } }) && !is({ fault: "forgiven" }, { v: { kind: "time" } }));
});

test("no name can look like another by invisible characters", () => {
  assert.equal(cleaned("a\u202eb\u0007"), "a\ufffdb\ufffd");
});
