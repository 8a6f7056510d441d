// @ts-check
// From touched cells to a move. A move is the list of cells that a player touches to make it; this knows no other rule.

/** @import { LegalMove } from "../wire.js" */

/** @typedef {{ moves: LegalMove[], ownerOf: (cell: number) => number | null, turn: number }} Choice */
/** @typedef {{ touched: number[], move: LegalMove | null, refused: number[] | null }} Selection */

/** @type {(whole: number[], part: number[]) => boolean} */
const begins = (whole, part) => part.length <= whole.length && part.every((cell, i) => whole[i] === cell);
/** @type {(a: number[], b: number[]) => boolean} */
const isSame = (a, b) => a.length === b.length && begins(a, b);
/** @param {number[]} list */
const last = (list) => list[list.length - 1];

/** @type {WeakMap<LegalMove[], LegalMove[]>} */
const known = new WeakMap();

/**
 * Every legal move, once for each list of cells by which a player may mean it.
 * @param {LegalMove[]} moves
 */
export function waysOf(moves) {
  const all =
    known.get(moves) ??
    moves.flatMap((move) => [move, ...(move.ways ?? []).map((touched) => ({ ...move, touched }))]);
  known.set(moves, all);
  return all;
}

/**
 * The moves that are still possible after touching these cells.
 * @param {LegalMove[]} moves
 * @param {number[]} touched
 */
export function candidates(moves, touched) {
  return waysOf(moves).filter((move) => move.touched.length > 0 && begins(move.touched, touched));
}

/**
 * The legal move without touched cells, if there is one.
 * @param {LegalMove[]} moves
 */
export function passMove(moves) {
  return moves.find((move) => move.touched.length === 0) ?? null;
}

/**
 * The cells with which a move can begin.
 * @param {LegalMove[]} moves
 */
export function origins(moves) {
  return new Set(waysOf(moves).filter((move) => move.touched.length > 0).map((move) => move.touched[0]));
}

/**
 * The cells that can be touched next, each with the moves that it may lead to. `isEnd` says that touching it makes a
 * move at once.
 * @param {LegalMove[]} moves
 * @param {number[]} touched
 */
export function targets(moves, touched) {
  /** @type {Map<number, { moves: LegalMove[], isEnd: boolean }>} */
  const found = new Map();
  if (touched.length === 0) return found;
  for (const move of candidates(moves, touched)) {
    if (move.touched.length === touched.length) continue;
    const cell = move.touched[touched.length];
    found.set(cell, { moves: [...(found.get(cell)?.moves ?? []), move], isEnd: false });
  }
  for (const [cell, target] of found) target.isEnd = settled(moves, [...touched, cell]) !== null;
  for (const [cell, move] of ends(moves, touched)) {
    if (!found.has(cell)) found.set(cell, { moves: [move], isEnd: true });
  }
  return found;
}

/**
 * The one legal move that is made by exactly these cells and cannot go on, or null.
 * @param {LegalMove[]} moves
 * @param {number[]} touched
 */
function settled(moves, touched) {
  const left = candidates(moves, touched);
  return left.length === 1 && isSame(left[0].touched, touched) ? left[0] : null;
}

/**
 * Last cells that leave no doubt: only one move goes from what was touched to there.
 * @param {LegalMove[]} moves
 * @param {number[]} touched
 * @returns {[number, LegalMove][]}
 */
function ends(moves, touched) {
  /** @type {Map<number, LegalMove[]>} */
  const byEnd = new Map();
  for (const move of candidates(moves, touched)) {
    const cell = last(move.touched);
    if (move.touched.length <= touched.length + 1 || cell === touched[0]) continue;
    byEnd.set(cell, [...(byEnd.get(cell) ?? []), move]);
  }
  return [...byEnd].filter(([, found]) => found.length === 1).map(([cell, found]) => [cell, found[0]]);
}

/**
 * What touching `cell` means after `touched`. `position` is { moves, ownerOf(cell), turn }.
 * Returns { touched, move, refused }: what is touched now, the legal move that was made (or null), and cells that make
 * no move and whose reason should be asked for (or null).
 * @param {Choice} position
 * @param {number[]} touched
 * @param {number} cell
 * @returns {Selection}
 */
export function touch(position, touched, cell) {
  const { moves } = position;
  if (touched.length === 0) return begin(position, cell);
  const next = [...touched, cell];
  const left = candidates(moves, next);
  if (left.length > 0) {
    const move = settled(moves, next);
    return move ? made(move) : { touched: next, move: null, refused: null };
  }
  const short = candidates(moves, touched).find((move) => isSame(move.touched, touched));
  if (cell === last(touched)) return short ? made(short) : nothing();
  const end = ends(moves, touched).find(([at]) => at === cell);
  if (end) return made(end[1]);
  if (cell === touched[0]) return nothing();
  return astray(position, touched, cell);
}

/**
 * What dragging the piece on `from` to `to` means, after `touched`.
 * @param {Choice} position
 * @param {number[]} touched
 * @param {number} from
 * @param {number | null} to
 * @returns {Selection}
 */
export function drag(position, touched, from, to) {
  const started = touched.length > 0 && last(touched) === from ? touched : [from];
  if (to === null || to === from) return { touched: started, move: null, refused: null };
  const result = touch(position, started, to);
  // A piece that was carried somewhere was meant to go there: it is no change of mind.
  return result.move || candidates(position.moves, [...started, to]).length > 0
    ? result
    : { touched: started.length > 1 ? started : begin(position, from).touched, move: null, refused: [...started, to] };
}

/**
 * @param {Choice} position
 * @param {number} cell
 */
function begin({ moves, ownerOf, turn }, cell) {
  // An own piece that cannot move may be touched: the next cell then gets the reason why not.
  const canBegin = origins(moves).has(cell) || ownerOf(cell) === turn;
  return canBegin ? { touched: [cell], move: null, refused: null } : nothing();
}

/**
 * What was chosen stays chosen, so that after the reason another cell can be tried.
 * @param {Choice} position
 * @param {number[]} touched
 * @param {number} cell
 */
function astray({ moves, ownerOf, turn }, touched, cell) {
  const next = [...touched, cell];
  const isOwn = ownerOf(cell) === turn;
  if (!isOwn) return { touched, move: null, refused: next };
  // Where moves go from own piece to own piece, two of them may have been meant as a move; elsewhere it is a new choice.
  const ownIsMeant = moves.some((move) => move.touched.slice(1).some((at) => ownerOf(at) === turn));
  return { touched: [cell], move: null, refused: ownIsMeant ? next : null };
}

/** @param {LegalMove} move */
const made = (move) => ({ touched: [], move, refused: null });
/** @returns {Selection} */
const nothing = () => ({ touched: [], move: null, refused: null });
