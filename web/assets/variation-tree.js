// @ts-check
// The tree of a study: a line of moves, and at each place the other moves that were tried. Nodes have comments, names
// and drawings. A tree is a value: every change gives a new one. Pure.

/** @import { ReadMove } from "./wire.js" */

/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent null for the root
 * @property {string} move empty for the root
 * @property {number[]} children the main line first
 * @property {string} comment
 * @property {string} name of the variation that begins here
 * @property {string[]} nags signs such as "?!"
 * @property {number[][]} shapes circles (one cell) and arrows (two)
 * @typedef {{ nodes: TreeNode[], next: number }} Tree nodes by their ids; gone ones are missing
 */

export const ROOT = 0;

/** @type {(id: number, parent: number | null, move: string) => TreeNode} */
const fresh = (id, parent, move) => ({ id, parent, move, children: [], comment: "", name: "", nags: [], shapes: [] });

/**
 * A tree with one line.
 * @param {string[]} moves
 * @returns {Tree}
 */
export function treeOf(moves = []) {
  return extend({ nodes: [fresh(ROOT, null, "")], next: 1 }, ROOT, moves).tree;
}

/**
 * Changes a node.
 * @param {Tree} tree
 * @param {number} id
 * @param {Partial<TreeNode>} values
 * @returns {Tree}
 */
export function change(tree, id, values) {
  // A slice keeps the holes of deleted nodes, which a spread would fill.
  const nodes = tree.nodes.slice();
  nodes[id] = { ...nodes[id], ...values };
  return { ...tree, nodes };
}

/**
 * Plays moves from a node: what is there is kept, what is new becomes the last of the variations. Gives the new tree
 * and the node at the end.
 * @param {Tree} tree
 * @param {number} from
 * @param {string[]} moves
 */
export function extend(tree, from, moves) {
  let at = from;
  for (const move of moves) {
    const known = tree.nodes[at].children.find((child) => tree.nodes[child].move === move);
    if (known === undefined) {
      const id = tree.next;
      const grown = change(tree, at, { children: [...tree.nodes[at].children, id] });
      grown.nodes[id] = fresh(id, at, move);
      tree = { ...grown, next: id + 1 };
      at = id;
    } else at = known;
  }
  return { tree, at };
}

/**
 * The nodes from the first move to this one.
 * @param {Tree} tree
 * @param {number} id
 */
export function pathTo(tree, id) {
  /** @type {number[]} */
  const path = [];
  for (let at = tree.nodes[id]; at.parent !== null; at = tree.nodes[at.parent]) path.unshift(at.id);
  return path;
}

/**
 * The moves that lead to a node.
 * @param {Tree} tree
 * @param {number} id
 */
export const movesTo = (tree, id) => pathTo(tree, id).map((at) => tree.nodes[at].move);

/**
 * The line through a node, to its end by first moves.
 * @param {Tree} tree
 * @param {number} id
 */
export function lineThrough(tree, id) {
  const line = pathTo(tree, id);
  for (let at = tree.nodes[id]; at.children.length > 0; ) {
    at = tree.nodes[at.children[0]];
    line.push(at.id);
  }
  return line;
}

/**
 * Where the variation of a node begins: the last node on the way that is not the first of its siblings; null on the
 * main line.
 * @param {Tree} tree
 * @param {number} id
 */
export function variationOf(tree, id) {
  const begins = pathTo(tree, id).filter((at) => siblings(tree, at)[0] !== at);
  return begins.at(-1) ?? null;
}

/**
 * @param {Tree} tree
 * @param {number} id
 */
const siblings = (tree, id) => tree.nodes[/** @type {number} */ (tree.nodes[id].parent)].children;

/**
 * Puts the variation of a node one place further to the front.
 * @param {Tree} tree
 * @param {number} id
 */
export function promote(tree, id) {
  const begin = variationOf(tree, id);
  if (begin === null) return tree;
  const parent = /** @type {number} */ (tree.nodes[begin].parent);
  const children = [...tree.nodes[parent].children];
  const place = children.indexOf(begin);
  [children[place - 1], children[place]] = [children[place], children[place - 1]];
  return change(tree, parent, { children });
}

/**
 * Deletes a node and all that follows. Gives the node before it.
 * @param {Tree} tree
 * @param {number} id
 */
export function remove(tree, id) {
  const { parent } = tree.nodes[id];
  if (parent === null) return { tree, at: id };
  const children = tree.nodes[parent].children.filter((child) => child !== id);
  const smaller = change(tree, parent, { children });
  const gone = [id];
  while (gone.length > 0) {
    const one = /** @type {number} */ (gone.pop());
    gone.push(...smaller.nodes[one].children);
    delete smaller.nodes[one];
  }
  return { tree: smaller, at: parent };
}

/**
 * Draws a circle or an arrow at a node, or takes the same one away.
 * @param {Tree} tree
 * @param {number} id
 * @param {number[]} shape
 */
export function toggleShape(tree, id, shape) {
  const { shapes } = tree.nodes[id];
  /** @param {number[]} other */
  const isSame = (other) => other.join() === shape.join();
  const kept = shapes.filter((other) => !isSame(other));
  return change(tree, id, { shapes: kept.length < shapes.length ? kept : [...shapes, shape] });
}

/** @param {Tree} tree */
export const isPlain = (tree) =>
  tree.nodes.every(
    ({ children, comment, name, nags, shapes }) =>
      children.length <= 1 && !comment && !name && nags.length === 0 && shapes.length === 0,
  );

/**
 * The tree of a game of a file.
 * @param {ReadMove[]} moves
 * @param {string} comment before the first move
 * @returns {Tree}
 */
export function treeFrom(moves, comment = "") {
  let tree = change(treeOf(), ROOT, { comment });
  /** @type {(from: number, line: ReadMove[]) => void} */
  const add = (from, line) => {
    let at = from;
    for (const { move, comment: said, signs, variations = [] } of line) {
      const before = at;
      ({ tree, at } = extend(tree, at, [move]));
      tree = change(tree, at, { comment: said ?? "", nags: signs ?? [] });
      variations?.forEach((other) => add(before, other));
    }
  };
  add(ROOT, moves);
  return tree;
}

// As a text for an address: moves with commas between them; after a move its name {!…}, its comment {…}, its signs
// {$…} and its drawings {@…}; other moves in its place, each with what follows, in parentheses.

/**
 * A text in which what has a meaning here is written as ~ and two digits.
 * @param {string} text
 */
const safe = (text) => text.replace(/[~(){}!$@,]/g, (c) => `~${c.charCodeAt(0).toString(16)}`);

/** @param {Tree} tree */
export function writeTree(tree) {
  /** @type {(id: number) => string} */
  const notes = (id) => {
    const { name, comment, nags, shapes } = tree.nodes[id];
    const told = [
      name && `!${safe(name)}`,
      nags.length > 0 && `$${nags.map(safe).join(",")}`,
      shapes.length > 0 && `@${shapes.map((shape) => shape.join("-")).join(",")}`,
      comment && safe(comment),
    ];
    return told.map((text) => (text ? `{${text}}` : "")).join("");
  };
  /** @type {(id: number) => string} */
  const one = (id) => safe(tree.nodes[id].move) + notes(id);
  /** @type {(id: number) => string} */
  const after = (id) => {
    let text = "";
    for (let at = tree.nodes[id]; at.children.length > 0; ) {
      const [first, ...others] = at.children;
      text += `${text === "" ? "" : ","}${one(first)}`;
      for (const other of others) {
        const rest = after(other);
        text += `(${one(other)}${rest === "" ? "" : `,${rest}`})`;
      }
      at = tree.nodes[first];
    }
    return text;
  };
  return notes(ROOT) + after(ROOT);
}

/**
 * Reads such a text; what it does not understand it leaves out.
 * @param {string} text
 * @returns {Tree}
 */
export function readTree(text) {
  let tree = treeOf();
  let at = ROOT;
  /** @type {number[]} */
  const open = [];
  for (const [token] of text.matchAll(/\{[^}]*\}|[(),]|[^(){},]+/g)) {
    if (token === "(") {
      open.push(at);
      at = tree.nodes[at].parent ?? ROOT;
    } else if (token === ")") at = open.pop() ?? at;
    else if (token.startsWith("{")) tree = change(tree, at, note(token.slice(1, -1)));
    else if (token !== ",") ({ tree, at } = extend(tree, at, [decoded(token)]));
  }
  return tree;
}

/**
 * @param {string} text
 * @returns {Partial<TreeNode>}
 */
function note(text) {
  const rest = text.slice(1);
  switch (text[0]) {
    case "!":
      return { name: decoded(rest) };
    case "$":
      return { nags: rest.split(",").map(decoded) };
    case "@":
      return { shapes: rest.split(",").map((shape) => shape.split("-").map(Number)) };
    default:
      return { comment: decoded(text) };
  }
}

/** @param {string} text */
const decoded = (text) => text.replace(/~([0-9a-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * The nodes in the order in which they are written, by which an address names one.
 * @param {Tree} tree
 */
export function inOrder(tree) {
  /** @type {number[]} */
  const order = [];
  /** @param {number} id */
  const walk = (id) => {
    order.push(id);
    tree.nodes[id].children.forEach(walk);
  };
  walk(ROOT);
  return order;
}
