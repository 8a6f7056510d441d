// @ts-check
// A board told in words: whose turn it is and what that side must do, where a chosen piece can go, and answers to
// questions. It knows no rules: it reads cells, pieces and legal moves. Pure.

import { destinationMarks } from "./board/destinations.js";
import { isUnused, ownerOf } from "./board/geometry.js";
import { origins } from "./board/selection.js";
import { other } from "./format.js";

/** @import { Diagram, LegalMove } from "./wire.js" */
/** @import { Occupants } from "./board/geometry.js" */
/** @typedef {{ turn: number, moves: LegalMove[], occupants: Occupants, over?: { text: string } | null }} Told */
/** @typedef {{ text: string, attacked?: number }} Answer `attacked` is a cell that has yet to be looked at */

export const HELP =
  "Type a move, or ask: what can move; where can 22 go; what is on 22; who attacks 22; where are my pieces; whose turn is it.";

/**
 * Things in a row: "a, b and c".
 * @param {string[]} names
 */
export const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/**
 * Cells by their spoken names; a word that all begin with is said once: "squares 17, 18".
 * @param {Diagram} diagram
 * @param {number[]} cells
 */
export function cellsText(diagram, cells) {
  const names = cells.map((cell) => diagram.cells[cell].spoken);
  const [word] = names[0]?.split(" ") ?? [];
  const isShared = names.length > 1 && names.every((name) => name.startsWith(`${word} `));
  return isShared ? `${word}s ${listed(names.map((name) => name.slice(word.length + 1)))}` : listed(names);
}

/**
 * Whose turn it is, and whether that side must take.
 * @param {Diagram} diagram
 * @param {Told} position
 */
export function turnText(diagram, { turn, moves, over }) {
  if (over) return over.text;
  const { name } = diagram.players[turn - 1];
  const begins = [...origins(moves)];
  if (moves.length > 0 && moves.every(({ takes }) => takes > 0))
    return `${name} must take, with the ${begins.length === 1 ? "piece" : "pieces"} on ${cellsText(diagram, begins)}.`;
  if (begins.length === 0 && moves.length > 0) return `${name} can only pass.`;
  return `${name} to move.`;
}

/**
 * What is worth saying of the turn after every move: that one must take, can only pass, or that it is over.
 * @param {Diagram} diagram
 * @param {Told} position
 */
export function turnNews(diagram, position) {
  const text = turnText(diagram, position);
  return text.endsWith(" to move.") ? "" : text;
}

/**
 * Where what is chosen can go.
 * @param {Diagram} diagram
 * @param {Occupants} occupants
 * @param {number[]} touched at least one cell
 * @param {Map<number, { isTaking: boolean }>} marks the cells that can be touched next
 */
export function choiceText(diagram, occupants, touched, marks) {
  const piece = occupants[touched[0]];
  const place = cellsText(diagram, touched.slice(-1));
  const what = touched.length > 1 || piece === null ? place : `${diagram.pieces[piece].name}, ${place}`;
  /** @param {boolean} isWanted */
  const cells = (isWanted) => [...marks].filter(([, { isTaking }]) => isTaking === isWanted).map(([cell]) => cell);
  const [quiet, taking] = [cells(false), cells(true)];
  const ways = [
    ...(quiet.length > 0 ? [`can go to ${cellsText(diagram, quiet)}`] : []),
    ...(taking.length > 0 ? [`can take by ${cellsText(diagram, taking)}`] : []),
  ];
  return `${what}: ${ways.length > 0 ? ways.join(", ") : "cannot move"}.`;
}

/**
 * The cell that a word names, or null.
 * @param {Diagram} diagram
 * @param {string} word
 */
export function cellNamed(diagram, word) {
  const wanted = word.toLowerCase().replace(/^(square|cell) /, "");
  const found = diagram.cells.findIndex((cell) => !isUnused(cell) && cell.name.toLowerCase() === wanted);
  return found < 0 ? null : found;
}

/**
 * Whether a line is a question rather than a move.
 * @param {string} line
 */
export const isQuestion = (line) => /^\s*(\?|help\b|what|where|who)/i.test(line);

/**
 * The answer to a question; `me` is the player who asks.
 * @param {Diagram} diagram
 * @param {Told} position
 * @param {string} line
 * @param {number} me
 * @returns {Answer}
 */
export function answer(diagram, position, line, me) {
  const text = line.toLowerCase().replace(/[?.!]+/g, " ").replace(/\s+/g, " ").trim();
  if (text === "" || text === "help") return { text: HELP };
  if (/^(whose|who s) turn/.test(text) || text.startsWith("who is to move")) return { text: turnText(diagram, position) };
  if (/^what can( i)? move$/.test(text)) {
    const begins = [...origins(position.moves)];
    return { text: begins.length > 0 ? `Can move: ${cellsText(diagram, begins)}.` : "Nothing can move." };
  }
  const about = /^(?:what is on|where can|who attacks|what attacks) (.+?)(?: go| move)?$/.exec(text);
  if (about) return aboutCell(diagram, position, text, about[1]);
  const where = /^where (?:is|are) (?:(my|their|the) )?(.+)$/.exec(text);
  if (where) return { text: whereText(diagram, position, where[1], where[2], me) };
  return { text: `I do not understand '${line.trim()}'. ${HELP}` };
}

/**
 * @param {Diagram} diagram
 * @param {Told} position
 * @param {string} text
 * @param {string} name
 * @returns {Answer}
 */
function aboutCell(diagram, position, text, name) {
  const cell = cellNamed(diagram, name);
  if (cell === null) return { text: `There is no '${name}' on this board.` };
  const { occupants } = position;
  const piece = occupants[cell];
  const spoken = diagram.cells[cell].spoken;
  if (text.startsWith("what is on")) return { text: `${spoken}: ${piece === null ? "empty" : diagram.pieces[piece].name}.` };
  if (piece === null) return { text: `${spoken} is empty.` };
  if (text.startsWith("where can")) {
    const isTurn = ownerOf(diagram, occupants, cell) === position.turn;
    return { text: isTurn ? choiceText(diagram, occupants, [cell], destinationMarks(position.moves, [cell]).targets) : `It is not the turn of the ${diagram.pieces[piece].name}.` };
  }
  return { text: "", attacked: cell };
}

/**
 * @param {Diagram} diagram
 * @param {Told} position
 * @param {string | undefined} whose
 * @param {string} what
 * @param {number} me
 */
function whereText(diagram, { occupants }, whose, what, me) {
  const player = whose === "my" ? me : whose === "their" ? other(me) : null;
  const kind = what.replace(/s$/, "");
  const isAny = kind === "piece" || kind === "token" || kind === "men and king";
  /** @param {number | null} piece */
  const isMeant = (piece) => {
    if (piece === null) return false;
    const { name, player: owner } = diagram.pieces[piece];
    return (player === null || owner === player) && (isAny || name.toLowerCase().includes(kind === "men" ? "man" : kind));
  };
  const kinds = [...new Set(occupants.filter(isMeant))];
  if (kinds.length === 0) return `There are no ${what} ${whose === "my" ? "of yours " : ""}on the board.`;
  return kinds
    .map((piece) => {
      const cells = occupants.flatMap((found, cell) => (found === piece ? [cell] : []));
      return `${diagram.pieces[/** @type {number} */ (piece)].name}: ${cellsText(diagram, cells)}.`;
    })
    .join(" ");
}
