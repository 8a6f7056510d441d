// What is shown of a choice under way: where the touched piece can go, what can be touched, and what it is worth.

import { valueSign } from "../format.js";
import { origins, targets } from "./selection.js";

/** Whether a move takes something: the server says so, and if not, a touched cell of somebody else does. */
export function isTaking(move, occupants, diagram, turn) {
  if (typeof move.takes === "number") return move.takes > 0;
  return move.touched
    .slice(1)
    .some((cell) => occupants[cell] !== null && diagram.pieces[occupants[cell]].player !== turn);
}

/** { targets, origins } for a board's model. */
export function destinationMarks(diagram, { moves, occupants, turn }, touched) {
  const found = [...targets(moves, touched)].map(([cell, target]) => [
    cell,
    { isTaking: target.moves.every((move) => isTaking(move, occupants, diagram, turn)) },
  ]);
  return { targets: new Map(found), origins: origins(moves) };
}

/** Better for the player who moves: wins soon, then wins late, draws, losses late, losses soon. */
function rank({ value, distance }) {
  const far = distance ?? 0;
  return { win: 1e6 - far, draw: 0, loss: -1e6 + far }[value];
}

/** The best of some exact values; null where it is not certain that nothing unknown is better. */
export function bestValue(values) {
  const known = values.filter((value) => value?.value in valueSign);
  if (known.length === 0) return null;
  const best = known.reduce((a, b) => (rank(b) > rank(a) ? b : a));
  return known.length === values.length || best.value === "win" ? best : null;
}

/** Values to be written on cells: on targets while something is touched, on what can be touched before. */
export function cellValues(moves, touched, valueOf) {
  const groups = new Map();
  const add = (cell, move) => groups.set(cell, [...(groups.get(cell) ?? []), valueOf(move.move)]);
  if (touched.length > 0) {
    for (const [cell, target] of targets(moves, touched)) target.moves.forEach((move) => add(cell, move));
  } else {
    for (const move of moves) if (move.touched.length > 0) add(move.touched[0], move);
  }
  const best = [...groups].map(([cell, values]) => [cell, bestValue(values)]);
  return new Map(best.filter(([, value]) => value !== null));
}
