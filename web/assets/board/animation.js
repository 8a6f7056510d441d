// @ts-check
// What to animate between two positions: pieces that slide, disappear or appear. It knows no rules: it compares.

import { distance } from "./geometry.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Occupants } from "./geometry.js" */

/**
 * @typedef {{ path: number[], piece: number, becomes: number }} Slide
 * @typedef {{ cell: number, piece: number }} Placed
 */

/**
 * Compares `before` and `after` (piece numbers by cell). `touched` are the cells of the move between them, in order, or
 * empty. Returns { slides: [{ path, piece, becomes }], removed: [{ cell, piece }], added: [{ cell, piece }] }.
 * @param {Diagram} diagram
 * @param {Occupants} before
 * @param {Occupants} after
 * @param {number[]} [touched]
 */
export function diffPositions(diagram, before, after, touched = []) {
  /** @type {Placed[]} */
  const removed = [];
  /** @type {Placed[]} */
  const added = [];
  after.forEach((piece, cell) => {
    const was = before[cell];
    if (piece === was) return;
    if (was !== null) removed.push({ cell, piece: was });
    if (piece !== null) added.push({ cell, piece });
  });
  /** @type {Slide[]} */
  const slides = [];
  /** @type {(from: Placed, to: Placed, path: number[]) => void} */
  const match = (from, to, path) => {
    removed.splice(removed.indexOf(from), 1);
    added.splice(added.indexOf(to), 1);
    slides.push(...split(diagram, before, after, { path, piece: from.piece, becomes: to.piece }));
  };
  /** @param {number} piece */
  const ownerOf = (piece) => diagram.pieces[piece].player;
  const first = removed.find(({ cell }) => cell === touched[0]);
  const end = added.find(({ cell }) => cell === touched[touched.length - 1]);
  if (first && end && ownerOf(first.piece) === ownerOf(end.piece)) match(first, end, touched);
  /** @type {((a: number, b: number) => boolean)[]} */
  const isAlike = [(a, b) => a === b, (a, b) => ownerOf(a) === ownerOf(b)];
  for (const alike of isAlike) {
    for (const to of [...added]) {
      /** @param {number} cell */
      const center = (cell) => diagram.cells[cell].center;
      const from = removed
        .filter(({ piece }) => alike(piece, to.piece))
        .sort((a, b) => distance(center(a.cell), center(to.cell)) - distance(center(b.cell), center(to.cell)))[0];
      if (from) match(from, to, [from.cell, to.cell]);
    }
  }
  return { slides, removed, added };
}

/**
 * A piece that seems to pass straight over others of its kind pushed them along: each of them goes one place on. What is
 * seen is the same, and nobody jumps.
 * @param {Diagram} diagram
 * @param {Occupants} before
 * @param {Occupants} after
 * @param {Slide} slide
 */
function split(diagram, before, after, slide) {
  if (slide.path.length !== 2 || slide.piece !== slide.becomes) return [slide];
  const [a, b] = slide.path;
  const [from, to] = [diagram.cells[a].center, diagram.cells[b].center];
  const whole = distance(from, to);
  const between = diagram.cells
    .map((cell, number) => ({ number, passed: distance(from, cell.center), left: distance(cell.center, to) }))
    .filter(({ number, passed, left }) => number !== a && number !== b && Math.abs(passed + left - whole) < 1e-6)
    .sort((x, y) => x.passed - y.passed);
  /** @param {{ number: number }} cell */
  const isSame = ({ number }) => before[number] === slide.piece && after[number] === slide.piece;
  if (between.length === 0 || !between.every(isSame)) return [slide];
  const stops = [a, ...between.map(({ number }) => number), b];
  return stops.slice(1).map((stop, i) => ({ ...slide, path: [stops[i], stop] }));
}

/**
 * The cells by which a move is highlighted: those that were touched, and where pieces came to stand.
 * @param {Diagram} diagram
 * @param {Occupants} before
 * @param {Occupants} after
 * @param {number[]} touched
 */
export function lastMoveCells(diagram, before, after, touched) {
  const { slides } = diffPositions(diagram, before, after, touched);
  return [...new Set([...touched, ...slides.map(({ path }) => path[path.length - 1])])];
}

/**
 * A move told in words, from what it does: "red man, square 22 to square 15, takes black man", or where several pieces go
 * together: "the pair C4 D3 moves to D3 E2, pushing red off".
 * @param {Diagram} diagram
 * @param {Occupants} before
 * @param {Occupants} after
 * @param {number[]} touched
 */
export function describeMove(diagram, before, after, touched) {
  if (touched.length === 0) return "pass";
  const { slides, removed } = diffPositions(diagram, before, after, touched);
  /** @param {number} piece */
  const name = (piece) => diagram.pieces[piece].name;
  const first = before[touched[0]];
  const mover = first === null ? null : diagram.pieces[first].player;
  const own = slides.filter(({ piece }) => diagram.pieces[piece].player === mover);
  if (own.length > 1) return describeGroup(diagram, own, slides, removed, touched[0]);
  const way = touched.map((cell) => diagram.cells[cell].spoken).join(" to ");
  const taken = removed.map(({ piece }) => name(piece));
  const grown = slides.find(({ path, piece, becomes }) => path[0] === touched[0] && piece !== becomes);
  return [
    `${first === null ? "" : `${name(first)}, `}${way}`,
    ...(taken.length > 0 ? [`takes ${counted(taken)}`] : []),
    ...(grown ? [`becomes ${name(grown.becomes)}`] : []),
  ].join(", ");
}

/**
 * A move of several pieces of one player, which push others.
 * @param {Diagram} diagram
 * @param {Slide[]} own
 * @param {Slide[]} slides
 * @param {Placed[]} removed
 * @param {number} first where the hindmost of them stood
 */
function describeGroup(diagram, own, slides, removed, first) {
  /** @param {number} cell */
  const center = (cell) => diagram.cells[cell].center;
  const inOrder = [...own].sort(
    (a, b) => distance(center(a.path[0]), center(first)) - distance(center(b.path[0]), center(first)),
  );
  /** @param {number[]} cells */
  const names = (cells) => cells.map((cell) => diagram.cells[cell].spoken).join(" ");
  /** @param {number} piece */
  const colour = (piece) => diagram.players[diagram.pieces[piece].player - 1].name.toLowerCase();
  /** @param {Slide} slide */
  const end = ({ path }) => path[path.length - 1];
  const group = own.length === 2 ? "pair" : `${own.length} pieces`;
  const pushed = slides.filter((slide) => !own.includes(slide));
  return [
    `the ${group} ${names(inOrder.map(({ path }) => path[0]))} ${own.length === 2 ? "moves" : "move"} to ${names(inOrder.map(end))}`,
    ...pushed.map((slide) => `pushing ${colour(slide.piece)} to ${names([end(slide)])}`),
    ...removed.map(({ piece }) => `pushing ${colour(piece)} off`),
  ].join(", ");
}

/**
 * Where a piece that is pushed off its cell was pushed from; null for one that is taken in another way.
 * @param {Slide[]} slides
 * @param {number} cell
 */
export function pushedFrom(slides, cell) {
  const pusher = slides.find(({ path }) => path[path.length - 1] === cell);
  return pusher && slides.some(({ path }) => path[path.length - 1] === pusher.path[0]) ? pusher.path[0] : null;
}

/** @param {string[]} names */
function counted(names) {
  const kinds = [...new Set(names)];
  /** @param {string} kind */
  const count = (kind) => names.filter((name) => name === kind).length;
  return kinds.map((kind) => (count(kind) > 1 ? `${count(kind)} × ${kind}` : kind)).join(" and ");
}
