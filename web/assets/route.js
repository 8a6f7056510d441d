// @ts-check
// Addresses within the page: everything after '#'. Pure.

import { inOrder, isPlain, lineThrough, movesTo, pathTo, readTree, ROOT, treeOf, writeTree } from "./variation-tree.js";

/** An analysis shows so many lines unless others are asked for. */
export const USUAL_LINES = 3;

/** @import { Tree } from "./variation-tree.js" */
/** @typedef {{ page: string, parts: string[], query: URLSearchParams }} Route */

/**
 * Reads "#/study/checkers?position=…&moves=a,b" into { page, parts, query }.
 * @param {string} hash
 * @returns {Route}
 */
export function readRoute(hash) {
  const text = hash.replace(/^#/, "");
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1));
  const [page = "", ...parts] = path.split("/").filter(Boolean).map(decoded);
  return { page, parts, query };
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The address of a game that is played or was.
 * @param {string} id
 */
export const gameHash = (id) => `#/play/${encodeURIComponent(id)}`;

/**
 * The address of a game's review.
 * @param {string} id
 */
export const reviewHash = (id) => `#/review/${encodeURIComponent(id)}`;

/**
 * What an address of the study page says besides the game.
 * @typedef {object} StudyAddress
 * @property {string} game
 * @property {string | null} [position]
 * @property {string[]} [moves] a line without variations
 * @property {number | null} [ply] how many of them are played
 * @property {Tree} [tree] instead of a line
 * @property {number} [at] a node of the tree
 * @property {number} [below] the player who sits below; the first one unless another is named
 * @property {number} [lines] how many lines the analysis shows
 * @property {number} [view] by whom numbers are seen: 0 is the side to move
 */

/**
 * The address of a position in study.
 * @param {StudyAddress} study
 */
export function studyHash({ game, position, moves = [], ply, tree, at = ROOT, below, lines, view }) {
  const query = [];
  if (position) query.push(`position=${plain(position)}`);
  if (tree && isPlain(tree)) {
    moves = movesTo(tree, lineThrough(tree, ROOT).at(-1) ?? ROOT);
    ply = pathTo(tree, at).length;
  } else if (tree) query.push(`tree=${plain(writeTree(tree)).replace(/%2C/g, ",")}`, `at=${inOrder(tree).indexOf(at)}`);
  if (moves.length > 0) query.push(`moves=${moves.map(plain).join(",")}`);
  if (ply !== undefined && ply !== null && ply < moves.length) query.push(`ply=${ply}`);
  if (below === 2) query.push("below=2");
  if (lines !== undefined && lines !== USUAL_LINES) query.push(`lines=${lines}`);
  if (view !== undefined && view !== 1) query.push(`view=${view}`);
  return `#/study/${plain(game)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/**
 * The address of the first page for a game from a position.
 * @param {string} game
 * @param {string} position
 */
export const playHash = (game, position) => `#/?game=${plain(game)}&position=${plain(position)}`;

/**
 * The address of the first page for a game.
 * @param {string} game
 */
export const newGameHash = (game) => `#/?game=${plain(game)}`;

/**
 * The address of what is told about a game to those who do not know it.
 * @param {string} game
 */
export const rulesHash = (game) => `#/rules/${plain(game)}`;

/**
 * The address of a game's guided tour, at a step counted from 0.
 * @param {string} game
 */
export const tourHash = (game, step = 0) => `#/tour/${plain(game)}${step > 0 ? `/${step + 1}` : ""}`;

/**
 * Percent-encoded, with what is harmless in a fragment left readable.
 * @param {string} text
 */
const plain = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%3A/g, ":").replace(/%20/g, "+");

/**
 * What an address of the study page asks for. What it does not say is undefined, so that settings may say it.
 * @param {Route} route
 */
export function readStudy({ parts, query }) {
  const text = query.get("tree");
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  const tree = text === null ? treeOf(moves) : readTree(text);
  const order = inOrder(tree);
  /** @type {(name: string) => number | undefined} */
  const number = (name) => {
    const value = Number.parseInt(query.get(name) ?? "", 10);
    return Number.isNaN(value) ? undefined : Math.max(0, value);
  };
  const place = number(text === null ? "ply" : "at") ?? (text === null ? moves.length : 0);
  const [view, lines, below] = [number("view"), number("lines"), number("below")];
  return {
    game: parts[0] ?? null,
    position: query.get("position"),
    tree,
    at: order[Math.min(order.length - 1, place)],
    below: below === 1 || below === 2 ? below : undefined,
    lines: lines !== undefined && lines >= 1 && lines <= 5 ? lines : undefined,
    view: view !== undefined && view <= 2 ? view : undefined,
  };
}

/**
 * Whether a host's name means the computer that asks, so that an address with it is of no use
 * elsewhere.
 * @param {string} host
 */
export const isLoopbackHost = (host) => /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(host);
