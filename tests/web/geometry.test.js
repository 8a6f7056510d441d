import assert from "node:assert/strict";
import { test } from "node:test";

import {
  arrowShape,
  boardBox,
  cellAt,
  isAtTop,
  turnedAround,
  viewBox,
  gridRows,
  inset,
  lowerPlayer,
  needsCellNames,
} from "../../web/assets/board/geometry.js";
import { walk } from "../../web/assets/board/keyboard.js";
import { hexagons, squares } from "./boards.js";

const checkered = squares(4, 4, (row, column) => (row + column) % 2 === 0);

test("every cell is found at its middle, from both sides", () => {
  for (const diagram of [squares(3, 5), hexagons(4)]) {
    const box = boardBox(diagram);
    diagram.cells.forEach(({ center }, cell) => {
      assert.equal(cellAt(diagram, box, false, center), cell);
      assert.equal(cellAt(diagram, box, true, turnedAround(box, center)), cell);
    });
    assert.equal(cellAt(diagram, box, false, [box.x - 0.01, box.y]), null);
  }
});

test("the corner between hexagons' boxes belongs to nobody or to the hexagon that has it", () => {
  const diagram = hexagons(2);
  const box = boardBox(diagram);
  assert.equal(cellAt(diagram, box, false, [box.x + 0.05, box.y + 0.05]), null);
});

test("the picture has room for the board and its labels, on the side where they are seen", () => {
  const diagram = squares(2, 2);
  const [upright, flipped] = [viewBox(diagram, false), viewBox(diagram, true)];
  assert.ok(upright.x < -0.4 && upright.x + upright.width < 2.4);
  assert.ok(flipped.x > -0.4 && flipped.x + flipped.width > 2.4);
  assert.deepEqual([upright.width, upright.height], [flipped.width, flipped.height]);
});

test("rows leave out unused cells and turn with the board", () => {
  assert.deepEqual(gridRows(checkered, false)[0], [1, 3]);
  assert.deepEqual(gridRows(checkered, true)[0], [14, 12]);
});

test("players sit at the edges that the game declares, wherever their pieces stand", () => {
  assert.deepEqual([1, 2].map((player) => isAtTop(checkered, player)), [false, true]);
  assert.equal(lowerPlayer(checkered), 1);
  const turned = { ...checkered, players: [...checkered.players].reverse() };
  assert.equal(lowerPlayer(turned), 2);
});

test("cells need names where columns have no labels, or are hexagons", () => {
  const labelled = { ...checkered, labels: [...checkered.labels, { text: "a", at: [0.5, 4.5] }] };
  assert.deepEqual([checkered, labelled, hexagons(2)].map(needsCellNames), [true, false, true]);
});

test("a cell is drawn towards its middle", () => {
  assert.deepEqual(inset(checkered.cells[0], 0.5)[0], [0.25, 0.25]);
});

test("left and right walk along the row, up and down keep to the column", () => {
  const rows = gridRows(checkered, false);
  const xOf = (cell) => checkered.cells[cell].center[0];
  const go = (cell, ...keys) => keys.reduce((from, key) => walk(rows, xOf, from, key), { cell, goal: null }).cell;
  assert.equal(go(1, "ArrowRight"), 3);
  assert.equal(go(3, "ArrowRight"), 3);
  assert.equal(go(14, "ArrowUp", "ArrowUp"), 6);
  assert.equal(go(14, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"), 1);
  assert.equal(go(6, "Home"), 4);
  assert.equal(go(4, "End"), 6);
  assert.equal(go(3, "PageDown"), 14);
  assert.equal(walk(rows, xOf, { cell: 1, goal: null }, "a"), null);
});

test("on hexagons too, each cell can be reached by keys", () => {
  const diagram = hexagons(4);
  const rows = gridRows(diagram, false);
  const xOf = (cell) => diagram.cells[cell].center[0];
  const reached = new Set([0]);
  const open = [0];
  while (open.length > 0) {
    const cell = open.pop();
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = walk(rows, xOf, { cell, goal: null }, key).cell;
      if (!reached.has(next)) {
        reached.add(next);
        open.push(next);
      }
    }
  }
  assert.equal(reached.size, 37);
});

test("an arrow needs two points and ends at the last", () => {
  assert.equal(arrowShape([[0, 0]]), null);
  const { shaft, head } = arrowShape([
    [0, 0],
    [2, 0],
  ]);
  assert.deepEqual(shaft[0], [0, 0]);
  assert.deepEqual(head[1], [2, 0]);
  assert.ok(shaft[1][0] < 2);
});
