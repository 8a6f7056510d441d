// The tree of a study.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readRoute, readStudy, studyHash } from "../../web/assets/route.js";
import {
  change,
  extend,
  inOrder,
  isPlain,
  lineThrough,
  movesTo,
  promote,
  readTree,
  remove,
  ROOT,
  toggleShape,
  treeFrom,
  treeOf,
  variationOf,
  writeTree,
} from "../../web/assets/variation-tree.js";

/** The texts of all lines, by their last moves. */
const lines = (tree) => {
  const ends = inOrder(tree).filter((id) => tree.nodes[id].children.length === 0);
  return ends.map((id) => movesTo(tree, id).join(" "));
};
/** a b c d, with x y after a, and z instead of y. */
function branched() {
  let { tree } = extend(treeOf(["a", "b", "c", "d"]), 1, ["x", "y"]);
  ({ tree } = extend(tree, 1, ["x", "z"]));
  return tree;
}

test("another move never replaces what was there, and the same move is no variation", () => {
  const tree = branched();
  assert.deepEqual(lines(tree), ["a b c d", "a x y", "a x z"]);
  const again = extend(tree, ROOT, ["a", "x", "y"]);
  assert.deepEqual(lines(again.tree), lines(tree));
  assert.deepEqual(movesTo(again.tree, again.at), ["a", "x", "y"]);
});

test("a line goes on by first moves", () => {
  const tree = branched();
  const x = tree.nodes.find((node) => node.move === "x").id;
  assert.deepEqual(lineThrough(tree, x).map((id) => tree.nodes[id].move), ["a", "x", "y"]);
  assert.equal(variationOf(tree, x), x);
  assert.equal(variationOf(tree, 2), null);
});

test("a variation is promoted step by step, and deleted with all that follows", () => {
  const tree = branched();
  const z = tree.nodes.find((node) => node.move === "z").id;
  const once = promote(tree, z);
  assert.deepEqual(lines(once), ["a b c d", "a x z", "a x y"]);
  const twice = promote(once, z);
  assert.deepEqual(lines(twice), ["a x z", "a x y", "a b c d"]);
  assert.equal(promote(twice, z), twice);
  const x = tree.nodes.find((node) => node.move === "x").id;
  const gone = remove(tree, x);
  assert.deepEqual(lines(gone.tree), ["a b c d"]);
  assert.equal(gone.at, 1);
  assert.deepEqual(lines(tree), ["a b c d", "a x y", "a x z"], "a tree is a value");
  assert.ok(isPlain(gone.tree));
  assert.deepEqual(lines(extend(gone.tree, 1, ["w"]).tree), ["a b c d", "a w"]);
});

test("drawings go where they came", () => {
  const drawn = toggleShape(toggleShape(treeOf(["a"]), 1, [4]), 1, [4, 7]);
  assert.deepEqual(drawn.nodes[1].shapes, [[4], [4, 7]]);
  assert.deepEqual(toggleShape(drawn, 1, [4]).nodes[1].shapes, [[4, 7]]);
});

test("a tree comes back from its text, whatever is written in it", () => {
  let tree = branched();
  tree = change(tree, ROOT, { comment: "Begin (here), {or} not" });
  tree = change(tree, 2, { name: "Old, faithful!", nags: ["?!", "$7"], comment: "100 % ~ sure @ home é ✓" });
  tree = toggleShape(toggleShape(tree, 2, [3]), 2, [3, 11]);
  const again = readTree(writeTree(tree));
  assert.equal(writeTree(again), writeTree(tree));
  assert.deepEqual(lines(again), lines(tree));
  const told = again.nodes.find(({ name }) => name !== "");
  assert.deepEqual(
    [told.name, told.nags, told.comment, told.shapes],
    ["Old, faithful!", ["?!", "$7"], "100 % ~ sure @ home é ✓", [[3], [3, 11]]],
  );
  const at = tree.nodes.find((node) => node.move === "z").id;
  const hash = studyHash({ game: "checkers", position: "W:W1:B2", tree, at, below: 2, view: 0 });
  const study = readStudy(readRoute(hash));
  assert.deepEqual(lines(study.tree), lines(tree));
  assert.equal(study.tree.nodes[0].comment, "Begin (here), {or} not");
  assert.deepEqual(movesTo(study.tree, study.at), ["a", "x", "z"]);
  assert.deepEqual([study.below, study.view, study.position], [2, 0, "W:W1:B2"]);
});

test("a tree without variations has the address that a line has", () => {
  const hash = studyHash({ game: "checkers", tree: treeOf(["22-18", "11-15"]), at: 1 });
  assert.equal(hash, "#/study/checkers?moves=22-18,11-15&ply=1");
});

test("garbage makes some tree", () => {
  for (const text of [")(", "(((", "a,(b", "{", "a{$}b)c", "a(b)(c)),d", "~", "{@x-y}"]) {
    assert.ok(inOrder(readTree(text)).length >= 1, text);
  }
});

test("a game of a file is a tree", () => {
  const tree = treeFrom(
    [{ move: "a", comment: "good" }, { move: "b", variations: [[{ move: "c", signs: ["?"] }]] }],
    "start",
  );
  assert.deepEqual(lines(tree), ["a b", "a c"]);
  assert.deepEqual([tree.nodes[0].comment, tree.nodes[1].comment, tree.nodes[3].nags], ["start", "good", ["?"]]);
});
