// @ts-check
// The data inside a tournament's report. Pure.

import { Replay } from "../board/replay.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Report, ReportFilter, ReportGame } from "../types.js" */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/** Control characters, and marks of writing direction, which could make one name look like another. */
// eslint-disable-next-line no-control-regex -- that is what it is for
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text of somebody else's, fit to be shown.
 * @param {string} text
 */
export const cleaned = (text) => text.replace(INVISIBLE, "\ufffd");

/**
 * The words of a text; none for an empty one.
 * @param {string} text
 */
export const words = (text) => (text === "" ? [] : text.split(" "));

/**
 * What stands on a cell: the number of a piece, or null.
 * @param {string} digit
 */
const occupant = (digit) => (digit === "." ? null : DIGITS.indexOf(digit));

/**
 * The cell whose number is written in these digits.
 * @param {string} text
 */
const cellNumber = (text) => [...text].reduce((number, digit) => 64 * number + DIGITS.indexOf(digit), 0);

/**
 * A text as pieces of the same length.
 * @param {string} text
 * @param {number} length
 */
function chunks(text, length) {
  return Array.from({ length: text.length / length }, (_, i) => text.slice(i * length, (i + 1) * length));
}

/**
 * A game as positions that can be stepped through; the report has a diagram.
 * @param {Pick<Report, "diagram" | "digits" | "starts">} report
 * @param {ReportGame} game
 */
export function replayOf({ diagram, digits, starts }, game) {
  const start = [...starts[game.s].board].map(occupant);
  const [touched, changes] = [game.t.split(" "), game.c.split(" ")];
  let occupants = start;
  const history = words(game.m).map((move, i) => {
    occupants = [...occupants];
    for (const change of chunks(changes[i], digits + 1)) {
      occupants[cellNumber(change.slice(0, digits))] = occupant(change[digits]);
    }
    return { move, touched: chunks(touched[i], digits).map(cellNumber), occupants };
  });
  return new Replay(/** @type {Diagram} */ (diagram), start, history);
}

/**
 * The player (1 or 2) who is to move after `ply` plies.
 * @type {(report: Pick<Report, "starts">, game: ReportGame, ply: number) => number}
 */
export const playerToMove = ({ starts }, game, ply) => 1 + ((starts[game.s].turn + ply) % 2);

/**
 * Whether a game is one that a filter asks for.
 * @param {ReportGame} game
 * @param {ReportFilter} filter
 */
export function isMatch(game, { by, against, result, reason, fault }) {
  const seat = by === "" ? -1 : game.p.indexOf(Number(by));
  if (by !== "" && seat < 0) return false;
  const isMet = by === "" ? game.p.includes(Number(against)) : game.p[1 - seat] === Number(against);
  if (against !== "" && !isMet) return false;
  if (result === "won" && game.r !== seat) return false;
  if (result === "lost" && game.r !== 1 - seat) return false;
  if (["0", "1", "2"].includes(result) && game.r !== Number(result)) return false;
  if (reason !== "" && game.w !== Number(reason)) return false;
  return fault === "" || faultKinds(game).includes(fault);
}

/** @param {ReportGame} game */
function faultKinds({ v: ended, f: forgiven = [] }) {
  return [...(ended ? [ended.kind, "some"] : []), ...forgiven.flatMap(({ kind }) => [kind, "some", "forgiven"])];
}
