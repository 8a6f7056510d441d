// @ts-check
// What is shown of a choice under way: where the touched piece can go, what can be touched, and what it is worth.

import { valueSign } from "../format.js";
import { origins, targets, waysOf } from "./selection.js";

/** @import { LegalMove } from "../wire.js" */

/** @typedef {"win" | "draw" | "loss"} Value */
/**
 * Where a touch leads; `slides` are the ways of the pieces that go together, null for off the board.
 * @typedef {{ isTaking: boolean, slides?: (number | null)[][] }} Target
 */
/**
 * What is known about a move for who makes it, and how it is shown where somebody else looks.
 * @typedef {{ value?: string | null, shown?: string | null, distance?: number | null }} Known
 */

/**
 * { targets, origins } for a board's model.
 * @param {LegalMove[]} moves
 * @param {number[]} touched
 */
export function destinationMarks(moves, touched) {
  /** @type {Map<number, Target>} */
  const marks = new Map();
  for (const [cell, target] of targets(moves, touched)) {
    const isTaking = target.moves.every(({ takes }) => takes > 0);
    marks.set(cell, { isTaking, slides: (target.isEnd && target.moves[0].slides) || [] });
  }
  return { targets: marks, origins: origins(moves) };
}

/**
 * The cells along which a legal move is drawn: where its first piece begins, and on to where the foremost goes.
 * @param {LegalMove} move
 */
export function courseOf({ touched, slides }) {
  const onward = slides?.find((path) => path.length === 2 && path[0] === touched[touched.length - 1]);
  const end = onward?.[1] ?? null;
  return end === null ? touched : [...touched, end];
}

/**
 * Better for the player who moves: wins soon, then wins late, draws, losses late, losses soon.
 * @param {Known} known
 * @returns {number}
 */
function rank({ value, distance }) {
  const far = distance ?? 0;
  return { win: 1e6 - far, draw: 0, loss: -1e6 + far }[/** @type {Value} */ (value)];
}

/** @type {(known: Known) => boolean} */
const isKnown = (known) => typeof known.value === "string" && known.value in valueSign;

/**
 * The best of some exact values; null where it is not certain that nothing unknown is better.
 * @param {(Known | undefined)[]} values
 */
export function bestValue(values) {
  const known = values.flatMap((value) => (value && isKnown(value) ? [value] : []));
  if (known.length === 0) return null;
  const best = known.reduce((a, b) => (rank(b) > rank(a) ? b : a));
  return known.length === values.length || best.value === "win" ? best : null;
}

/**
 * Values to be written on cells: on targets while something is touched, on what can be touched before.
 * @param {LegalMove[]} moves
 * @param {number[]} touched
 * @param {(move: string) => Known | undefined} valueOf
 */
export function cellValues(moves, touched, valueOf) {
  /** @type {Map<number, (Known | undefined)[]>} */
  const groups = new Map();
  /** @type {(cell: number, move: LegalMove) => void} */
  const add = (cell, move) => groups.set(cell, [...(groups.get(cell) ?? []), valueOf(move.move)]);
  if (touched.length > 0) {
    for (const [cell, target] of targets(moves, touched)) target.moves.forEach((move) => add(cell, move));
  } else {
    for (const move of waysOf(moves)) if (move.touched.length > 0) add(move.touched[0], move);
  }
  /** @type {Map<number, Known>} */
  const best = new Map();
  for (const [cell, values] of groups) {
    const value = bestValue(values);
    if (value !== null) best.set(cell, value);
  }
  return best;
}
