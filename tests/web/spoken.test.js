// A board told in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { destinationMarks } from "../../web/assets/board/destinations.js";
import { groupedFaults, otherGames } from "../../web/assets/faults.js";
import { seenValue, scoreText, sizesOf } from "../../web/assets/format.js";
import { isFound, PART, readFile } from "../../web/assets/library.js";
import { answer, cellNamed, cellsText, choiceText, isQuestion, turnText } from "../../web/assets/spoken.js";

const diagram = {
  cells: ["1", "2", "3", "4", "5"].map((name) => ({ name, spoken: `square ${name}`, shade: "dark", center: [0, 0], outline: [], row: 0, column: 0 })),
  labels: [],
  pieces: [
    { name: "red man", player: 1, letter: "r", emblem: "" },
    { name: "red king", player: 1, letter: "R", emblem: "" },
    { name: "black man", player: 2, letter: "b", emblem: "" },
  ],
  players: [
    { name: "Red", paint: "#ff0000" },
    { name: "Black", paint: "#000000" },
  ],
};
const move = (touched, takes = 0) => ({ move: touched.join(takes ? "x" : "-"), touched, takes });
const position = { turn: 1, occupants: [0, 1, 2, null, 0], moves: [move([0, 3]), move([1, 3]), move([1, 4], 1)] };
const told = (line, me = 1) => answer(diagram, position, line, me).text;

test("cells share the word that all begin with", () => {
  assert.equal(cellsText(diagram, [0]), "square 1");
  assert.equal(cellsText(diagram, [0, 1, 4]), "squares 1, 2 and 5");
});

test("the turn says that one must take, or can only pass", () => {
  assert.equal(turnText(diagram, position), "Red to move.");
  assert.equal(turnText(diagram, { ...position, moves: [move([1, 4], 1)] }), "Red must take, with the piece on square 2.");
  assert.equal(turnText(diagram, { ...position, moves: [move([0, 4], 1), move([1, 4], 1)] }), "Red must take, with the pieces on squares 1 and 2.");
  assert.equal(turnText(diagram, { ...position, moves: [move([])] }), "Red can only pass.");
  assert.equal(turnText(diagram, { ...position, over: { text: "Red won." } }), "Red won.");
});

const choice = (cell) => choiceText(diagram, position.occupants, [cell], destinationMarks(position.moves, [cell]).targets);

test("a choice says where it can go", () => {
  assert.equal(choice(1), "red king, square 2: can go to square 4, can take by square 5.");
  assert.equal(choice(4), "red man, square 5: cannot move.");
});

test("questions are told from moves, and answered", () => {
  assert.deepEqual(["?", "where are my kings", "who attacks 3", "11-15", "pass", "b3 c4"].map(isQuestion), [true, true, true, false, false, false]);
  assert.equal(told("where are my kings?"), "red king: square 2.");
  assert.equal(told("where are my men"), "red man: squares 1 and 5.");
  assert.equal(told("where are their pieces"), "black man: square 3.");
  assert.equal(told("where are my pieces", 2), "black man: square 3.");
  assert.equal(told("where are my knights"), "There are no knights of yours on the board.");
  assert.equal(told("what is on 4"), "square 4: empty.");
  assert.equal(told("where can 2 go"), "red king, square 2: can go to square 4, can take by square 5.");
  assert.equal(told("what can move"), "Can move: squares 1 and 2.");
  assert.equal(told("whose turn is it?"), "Red to move.");
  assert.match(told("what now"), /^I do not understand 'what now'\./);
  assert.equal(answer(diagram, position, "who attacks square 3", 1).attacked, 2);
  assert.equal(cellNamed(diagram, "6"), null);
});

test("the same fault is told once", () => {
  assert.deepEqual(groupedFaults("not a position: the man on 29 would be a king; there are 13; the man on 30 would be a king."), [
    "The man on 29 would be a king; and 1 more like it.",
    "There are 13.",
  ]);
});

test("a text is tried as other games, on the board that it has", () => {
  const games = [
    { name: "raichu", sizes: [8, 10, 12] },
    { name: "checkers", sizes: [] },
  ];
  assert.deepEqual(otherGames(games, Array(10).fill("..").join("/"), "checkers"), ["raichu:10"]);
  assert.deepEqual(otherGames(games, Array(8).fill("..").join("/"), "raichu"), ["checkers"]);
});

test("numbers have one point of view", () => {
  const win = { kind: "win", plies: 5 };
  assert.deepEqual([1, 2, 0].map((view) => scoreText(win, 2, view)), ["−win 5", "+win 5", "+win 5"]);
  assert.deepEqual([1, 2, 0].map((view) => scoreText({ kind: "points", points: 120 }, 2, view)), ["−1.20", "+1.20", "+1.20"]);
  assert.deepEqual([1, 2, 0].map((view) => seenValue("win", 2, view)), ["loss", "win", "win"]);
  assert.equal(seenValue("draw", 2, 1), "draw");
  assert.deepEqual(sizesOf("every even n from 8 to 12"), [8, 10, 12]);
  assert.deepEqual(sizesOf(null), []);
});

test("games are found by player, opening and result", () => {
  const game = { players: ["Ann", "Ben"], opening: "Old Fourteenth", result: "1-0", moves: [{ move: "11-15" }, { move: "23-19" }] };
  const search = { player: "", opening: "", result: "" };
  const finds = (wish) => isFound(game, { ...search, ...wish });
  assert.ok(finds({}) && finds({ player: "be" }) && finds({ opening: "fourteenth" }) && finds({ opening: "11-15 23-19" }));
  assert.ok(!finds({ player: "cy" }) && !finds({ opening: "11-15 23-18" }) && !finds({ result: "0-1" }));
});

test("a file is sent in parts that end between games", async () => {
  const one = `${"x".repeat(900)};`;
  const text = one.repeat(200);
  const sent = [];
  const ask = async ({ text: part, more }) => {
    sent.push(part);
    const end = more ? part.slice(0, part.lastIndexOf(";")).lastIndexOf(";") + 1 : part.length;
    return { games: part.slice(0, end).split(";").filter(Boolean), read: end };
  };
  const found = [];
  await readFile("g", text, ask, (games) => found.push(...games));
  assert.equal(found.length, 200);
  assert.ok(found.every((game) => game === "x".repeat(900)));
  assert.ok(sent.length > 3 && sent.every((part) => part.length <= PART));
});
