import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, controlText, secondsLeft } from "../../web/assets/parts/clock-format.js";
import { isLoopbackHost, playHash, readRoute, readStudy, studyHash } from "../../web/assets/route.js";
import { movesTo } from "../../web/assets/variation-tree.js";
import {
  countText,
  endText,
  exactText,
  levelWord,
  moverOf,
  pointsText,
  resultText,
  scoreSentence,
  scoreText,
  sentence,
  sentences,
  share,
} from "../../web/assets/format.js";

const players = [{ name: "Queen" }, { name: "Wights" }];

test("clocks", () => {
  assert.equal(clockText(300), "5:00");
  assert.equal(clockText(299.01), "5:00");
  assert.equal(clockText(60), "1:00");
  assert.equal(clockText(20), "0:20");
  assert.equal(clockText(9.37), "0:09.3");
  assert.equal(clockText(-3), "0:00.0");
  assert.equal(clockText(3723), "1:02:03");
});

test("only the running clock runs", () => {
  const clocks = { seconds_left: [10, 20], running: 1, increment: 0 };
  assert.equal(secondsLeft(clocks, 1, 1000, 3500), 7.5);
  assert.equal(secondsLeft(clocks, 2, 1000, 3500), 20);
});

test("time controls", () => {
  assert.equal(controlText({ seconds: 300, increment: 3 }), "5 min + 3 s");
  assert.equal(controlText({ seconds: 90, increment: 0 }), "90 s");
});

test("exact values name who wins", () => {
  assert.equal(exactText({ value: "win", distance: 13 }, 1, players), "Queen wins in 13 plies");
  assert.equal(exactText({ value: "loss", distance: 1 }, 1, players), "Wights win in 1 ply");
  assert.equal(exactText({ value: "draw", distance: null }, 2, players), "a draw");
  assert.equal(exactText({ value: "win", distance: null }, 2, players), "Wights win");
  assert.equal(exactText({ value: "loss", distance: 0 }, 2, players), "Queen has won");
});

test("scores are seen by player 1", () => {
  assert.equal(scoreText({ kind: "points", points: 125 }, 1), "+1.25");
  assert.equal(scoreText({ kind: "points", points: 125 }, 2), "−1.25");
  assert.equal(scoreText({ kind: "loss", plies: 4 }, 1), "−win 4");
  assert.equal(scoreText({ kind: "loss", plies: 4 }, 2), "+win 4");
  assert.equal(scoreText({ kind: "win", plies: 0 }, 2), "0-1");
  assert.equal(pointsText(0), "0.00");
  assert.equal(scoreSentence({ kind: "points", points: -50 }, 1, players), "Wights are ahead by 0.50");
  assert.equal(scoreSentence({ kind: "points", points: -14 }, 1, players), "about even");
  assert.equal(scoreSentence({ kind: "win", plies: 3 }, 2, players), "Wights win in at most 3 plies");
  assert.equal(scoreSentence({ kind: "win", plies: 3, isExact: true }, 2, players), "Wights win in 3 plies");
});

test("the bar is even at nothing and full at a win", () => {
  assert.equal(share({ kind: "points", points: 0 }, 1), 0.5);
  assert.equal(share({ kind: "win", plies: 2 }, 2), 0);
  assert.ok(share({ kind: "points", points: 100 }, 1) > 0.5);
  assert.ok(share({ kind: "points", points: 5000 }, 1) < 1);
});

test("large numbers", () => {
  assert.equal(countText(0), "0");
  assert.equal(countText(4210), "4.2 thousand");
  assert.equal(countText(31_400_000), "31 million");
});

test("results, levels and movers", () => {
  assert.equal(resultText("0-1", ["Queen", "Wights"]), "Wights won");
  assert.equal(resultText("*", ["Queen", "Wights"]), "Not finished");
  assert.equal(endText("The game is over: it is a draw."), "It is a draw.");
  assert.equal(levelWord(1), "gentle");
  assert.equal(levelWord(10), "full strength");
  assert.equal(moverOf(0, 0, 2), 2);
  assert.equal(moverOf(0, 1, 2), 1);
  assert.equal(moverOf(1, 3, 1), 1);
});

test("addresses are read and written", () => {
  const study = { game: "raichu:10", position: "w./.@ w", moves: ["a2-a4", "pass"], ply: 1 };
  const hash = studyHash(study);
  assert.equal(hash, "#/study/raichu:10?position=w./.%40+w&moves=a2-a4,pass&ply=1");
  const read = readStudy(readRoute(hash));
  assert.deepEqual([read.game, read.position, movesTo(read.tree, 2), read.at], ["raichu:10", "w./.@ w", ["a2-a4", "pass"], 1]);
  const plain = readStudy(readRoute("#/study/checkers"));
  assert.deepEqual([plain.game, plain.position, plain.at, plain.below], ["checkers", null, 0, undefined]);
  assert.deepEqual(readRoute("#/join/abc/%E0%A4%A").parts, ["abc", "%E0%A4%A"]);
  const start = readRoute(playHash("raichu:10", "w./.@ w"));
  assert.deepEqual([start.page, start.query.get("game"), start.query.get("position")], ["", "raichu:10", "w./.@ w"]);
  assert.equal(readRoute("").page, "");
});

test("some names mean this computer and no other", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "board.localhost", "[::1]"])
    assert.ok(isLoopbackHost(host), host);
  for (const host of ["192.168.0.7", "127.example.org", "localhost.org", "games.example.org", "[::]"])
    assert.ok(!isLoopbackHost(host), host);
});

test("sentences begin with a capital", () => {
  assert.equal(sentences("6. Red 27-23", null, "about even"), "6. Red 27-23. About even.");
  assert.equal(sentences("c2-c4 was best", "a draw"), "c2-c4 was best. A draw.");
});

test("clauses become sentences, and names of squares stay as they are written", () => {
  assert.equal(sentence("nobody may pass"), "Nobody may pass.");
  assert.equal(sentence("b3 is taken"), "b3 is taken.");
  assert.equal(sentence("Your turn!"), "Your turn!");
});
