// @ts-check
// Addresses within the page: everything after '#'. Pure.

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
 * The address of a position in study.
 * @param {{ game: string, position?: string | null, moves?: string[], ply?: number | null }} line
 */
export function studyHash({ game, position, moves = [], ply }) {
  const query = [];
  if (position) query.push(`position=${plain(position)}`);
  if (moves.length > 0) query.push(`moves=${moves.map(plain).join(",")}`);
  if (ply !== undefined && ply !== null && ply < moves.length) query.push(`ply=${ply}`);
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
 * What an address of the study page asks for.
 * @param {Route} route
 */
export function readStudy({ parts, query }) {
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  const ply = Number.parseInt(query.get("ply") ?? "", 10);
  return {
    game: parts[0] ?? null,
    position: query.get("position"),
    moves,
    ply: Number.isNaN(ply) ? moves.length : Math.max(0, Math.min(moves.length, ply)),
  };
}

/**
 * Whether a host's name means the computer that asks, so that an address with it is of no use
 * elsewhere.
 * @param {string} host
 */
export const isLoopbackHost = (host) => /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(host);
