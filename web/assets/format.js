// @ts-check
// Numbers and results as people say them. Pure.

/** @import { SureScore } from "./types.js" */

/**
 * A score as player 1 sees it; `for` is the player ahead.
 * @typedef {{ kind: "points", points: number, for: 1 | 2 | null }} SeenPoints
 * @typedef {{ kind: "decided", plies: number, for: number, isExact: boolean }} SeenEnd
 */

/**
 * "wins" or "win": some sides are called by a plural.
 * @type {(name: string, singular: string, plural: string) => string}
 */
const verb = (name, singular, plural) => (name.endsWith("s") ? plural : singular);

/**
 * The other of the players 1 and 2.
 * @param {number} player
 */
export const other = (player) => 3 - player;

/**
 * "Red wins in 5 plies", or "in at most 5 plies".
 * @param {string} name
 * @param {number | null | undefined} plies
 */
export function winText(name, plies, isExact = true) {
  const wins = `${name} ${verb(name, "wins", "win")}`;
  return plies === null || plies === undefined
    ? wins
    : plies === 0
      ? `${name} ${verb(name, "has", "have")} won`
      : `${wins} in ${isExact ? "" : "at most "}${plural(plies, "ply", "plies")}`;
}

/**
 * "3 plies", "1 ply".
 * @type {(count: number, one: string, many: string) => string}
 */
export const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/**
 * A large number in few characters: "812", "4.2 thousand", "31 million".
 * @param {number} count
 */
export function countText(count) {
  /** @param {number} unit */
  const scaled = (unit) => (count / unit).toFixed(count < 10 * unit ? 1 : 0);
  if (count >= 1e6) return `${scaled(1e6)} million`;
  return count >= 1e3 ? `${scaled(1e3)} thousand` : String(count);
}

/**
 * An exact value for the side to move, told about a player: "Red wins in 13 plies", "a draw".
 * @param {{ value?: string | null, distance?: number | null }} exact
 * @param {number} turn
 * @param {{ name: string }[]} players
 */
export function exactText({ value, distance }, turn, players) {
  if (value === "draw") return "a draw";
  const winner = value === "win" ? turn : other(turn);
  return winText(players[winner - 1].name, distance);
}

/**
 * A score of the side to move as one of player 1.
 * @param {SureScore} score
 * @param {number} turn
 * @returns {SeenPoints | SeenEnd}
 */
export function forFirst(score, turn) {
  if (score.kind === "points") {
    const points = turn === 1 ? score.points : -score.points;
    return { kind: "points", points, for: points > 0 ? 1 : points < 0 ? 2 : null };
  }
  const winner = score.kind === "win" ? turn : other(turn);
  return { kind: "decided", plies: score.plies, for: winner, isExact: score.isExact === true };
}

/**
 * A score in a few characters: "+1.3", "−0.4", "+win 5". `view` is the player by whom it is seen, or 0 for the side to
 * move.
 * @param {SureScore} score
 * @param {number} turn
 */
export function scoreText(score, turn, view = 1) {
  const seen = forFirst(score, turn);
  const viewer = view || turn;
  if (seen.kind === "decided" && seen.plies === 0) return seen.for === 1 ? "1-0" : "0-1";
  if (seen.kind === "decided") return `${seen.for === viewer ? "+" : "−"}win ${seen.plies}`;
  return pointsText(viewer === 1 ? seen.points : -seen.points);
}

/**
 * The value of the side to move as `view` sees it.
 * @template {string | null | undefined} Value
 * @param {Value} value
 * @param {number} turn
 * @param {number} view
 */
export function seenValue(value, turn, view) {
  if (view === 0 || view === turn) return value;
  return value === "win" ? "loss" : value === "loss" ? "win" : value;
}

/**
 * The sizes of a board that are told in words, as in "every even n from 8 to 26".
 * @param {string | null | undefined} words
 */
export function sizesOf(words) {
  const [least, most] = (words?.match(/\d+/g) ?? []).map(Number);
  const step = /even/.test(words ?? "") ? 2 : 1;
  return most === undefined ? [] : Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, i) => least + i * step);
}

/**
 * Hundredths as "+1.25"; a true minus sign.
 * @param {number} points
 */
export function pointsText(points) {
  const text = (Math.abs(points) / 100).toFixed(Math.abs(points) >= 1000 ? 1 : 2);
  if (Number(text) === 0) return text;
  return (points < 0 ? "−" : "+") + text;
}

/** Fewer hundredths than this decide nothing. */
const SLIGHT = 15;

/**
 * A score as a sentence: "Red is ahead by 1.25", "about even", "Black wins in at most 4 plies".
 * @param {SureScore} score
 * @param {number} turn
 * @param {{ name: string }[]} players
 */
export function scoreSentence(score, turn, players) {
  const seen = forFirst(score, turn);
  if (seen.kind === "decided") return winText(players[seen.for - 1].name, seen.plies, seen.isExact);
  if (Math.abs(seen.points) < SLIGHT) return "about even";
  const name = players[/** @type {number} */ (seen.for) - 1].name;
  return `${name} ${verb(name, "is", "are")} ahead by ${(Math.abs(seen.points) / 100).toFixed(2)}`;
}

/**
 * How much of the evaluation bar belongs to player 1: 0 to 1.
 * @param {SureScore} score
 * @param {number} turn
 */
export function share(score, turn) {
  const seen = forFirst(score, turn);
  if (seen.kind === "decided") return seen.for === 1 ? 1 : 0;
  return shareOfPoints(seen.points);
}

/**
 * The same for points of player 1.
 * @param {number} points
 */
export const shareOfPoints = (points) => 0.5 + 0.46 * Math.tanh(points / 500);

/**
 * The sign of a value, so that colour is never the only one.
 * @type {Record<string, string>}
 */
export const valueSign = { win: "✓", draw: "=", loss: "✗" };

/**
 * The words of a value, for the player who makes the move.
 * @type {Record<string, string>}
 */
export const valueWord = { win: "wins", draw: "draws", loss: "loses" };

/**
 * The judgements of a review, best first: sign and word.
 * @type {Record<string, { sign: string, word: string }>}
 */
export const judgements = {
  best: { sign: "★", word: "Best" },
  good: { sign: "✓", word: "Good" },
  inaccuracy: { sign: "?!", word: "Inaccuracy" },
  mistake: { sign: "?", word: "Mistake" },
  blunder: { sign: "??", word: "Blunder" },
};

/**
 * Who made the ply with this number (from 0), when `turn` is to move after `plies` of them.
 * @type {(ply: number, plies: number, turn: number) => number}
 */
export const moverOf = (ply, plies, turn) => ((plies - ply) % 2 === 0 ? turn : other(turn));

/**
 * A result as a word: "1-0" → "Red won".
 * @param {string} result
 * @param {string[]} names
 */
export function resultText(result, names) {
  /** @param {string} name */
  const won = (name) => `${name} won`;
  return (
    /** @type {Record<string, string>} */ ({
      "1-0": won(names[0]),
      "0-1": won(names[1]),
      "1/2-1/2": "Draw",
      "*": "Not finished",
    })[result] ?? result
  );
}

/**
 * How a game ended, for where it is plain that it did: "The game is over: Red won." → "Red won."
 * @param {string} text
 */
export function endText(text) {
  const told = text.replace(/^the game is over:\s*/i, "");
  return told.charAt(0).toUpperCase() + told.slice(1);
}

/**
 * The numbered signs of strength in files of games, as they are printed.
 * @type {Record<string, string>}
 */
const NUMBERED_SIGNS = {
  $1: "!",
  $2: "?",
  $3: "!!",
  $4: "??",
  $5: "!?",
  $6: "?!",
  $7: "□",
  $10: "=",
  $13: "∞",
  $14: "⩲",
  $15: "⩱",
  $16: "±",
  $17: "∓",
  $18: "+−",
  $19: "−+",
};

/**
 * A sign of strength as it is printed: "$6" is "?!".
 * @param {string} sign
 */
export const signText = (sign) => NUMBERED_SIGNS[sign] ?? sign;

/**
 * A clause as a sentence that stands alone: with a capital and a full stop. A first word with a digit is the name of a
 * square or a move, and stays as it is written.
 * @param {string} clause
 */
export function sentence(clause) {
  const isName = /^\S*\d/.test(clause);
  const begun = isName ? clause : clause.charAt(0).toUpperCase() + clause.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * Clauses as sentences, one after the other; what is null is left out.
 * @param {...(string | null)} clauses
 */
export const sentences = (...clauses) =>
  /** @type {string[]} */ (clauses.filter(Boolean)).map(sentence).join(" ");

/**
 * What a level is like.
 * @param {number} level
 */
export function levelWord(level, levels = 10) {
  const words = [
    "gentle",
    "easy",
    "casual",
    "steady",
    "keen",
    "strong",
    "very strong",
    "expert",
    "master",
    "full strength",
  ];
  return words[Math.round(((level - 1) * (words.length - 1)) / Math.max(1, levels - 1))];
}
