import assert from "node:assert/strict";
import { test } from "node:test";

import { plannedMove, planTouch } from "../../web/assets/play/premove.js";

const move = (...touched) => ({ move: touched.join("-"), touched });
const isOwn = (cell) => cell < 3;
const nothing = { touched: [], planned: [] };

test("an own piece and another cell are a plan, which any touch gives up", () => {
  assert.deepEqual(planTouch(isOwn, nothing, 7), nothing);
  const chosen = planTouch(isOwn, nothing, 1);
  assert.deepEqual(chosen, { touched: [1], planned: [] });
  assert.deepEqual(planTouch(isOwn, chosen, 2), { touched: [2], planned: [] });
  assert.deepEqual(planTouch(isOwn, chosen, 1), nothing);
  const planned = planTouch(isOwn, chosen, 7);
  assert.deepEqual(planned, { touched: [], planned: [1, 7] });
  assert.deepEqual(planTouch(isOwn, planned, 2), nothing);
});

test("a plan is made only if it is legal when its turn comes", () => {
  const choice = (moves) => ({ moves, ownerOf: (cell) => (isOwn(cell) ? 1 : null), turn: 1 });
  assert.equal(plannedMove(choice([move(1, 7), move(1, 8)]), [1, 7]).move, "1-7");
  assert.equal(plannedMove(choice([move(1, 5, 7)]), [1, 7]).move, "1-5-7");
  assert.equal(plannedMove(choice([move(1, 7), move(1, 7, 9)]), [1, 7]).move, "1-7");
  assert.equal(plannedMove(choice([move(1, 8)]), [1, 7]), null);
  assert.equal(plannedMove(choice([move(2, 7)]), [1, 7]), null);
});
