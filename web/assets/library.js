// @ts-check
// Games from files of other programs: read part by part, and searched. Pure, apart from whom it asks.

/** @import { ReadAnswer, ReadGame, ReadRequest } from "./wire.js" */
/** @typedef {{ player: string, opening: string, result: string }} GameSearch what is empty does not matter */

/** So much is sent at a time, in UTF-16 code units. */
export const PART = 50_000;

/**
 * Reads a file part by part; a game that is cut in two is sent again with the next part. Calls `found` with games.
 * @param {string} game
 * @param {string} text
 * @param {(body: ReadRequest) => Promise<ReadAnswer>} ask
 * @param {(games: ReadGame[], done: number) => void} found
 */
export async function readFile(game, text, ask, found) {
  for (let at = 0; at < text.length; ) {
    const part = text.slice(at, at + PART);
    let more = at + part.length < text.length;
    let answer = await ask({ game, text: part, more });
    // A game that is longer than a part is read as far as it goes.
    if (more && answer.read === 0) {
      more = false;
      answer = await ask({ game, text: part, more });
    }
    at += more ? answer.read : part.length;
    found(answer.games, at / text.length);
  }
}

/**
 * Whether a game is what is searched for.
 * @param {ReadGame} game
 * @param {GameSearch} search
 */
export function isFound({ players, opening, moves, result }, search) {
  /** @type {(text: string, part: string) => boolean} */
  const has = (text, part) => text.toLowerCase().includes(part.trim().toLowerCase());
  const wanted = search.opening.trim().split(/\s+/).filter(Boolean);
  const begins = wanted.length > 0 && wanted.every((move, i) => moves[i]?.move === move);
  return (
    players.some((name) => has(name, search.player)) &&
    (begins || has(opening, search.opening)) &&
    (search.result === "" || result === search.result)
  );
}
