// @ts-check
// The server, asked over HTTP. What goes wrong comes back as a sentence that can be shown.

import { sentence } from "./format.js";
import { setDisconnected } from "./parts/connection.js";

/** @import * as Wire from "./wire.js" */
/** @typedef {{ body?: object, token?: string, signal?: AbortSignal }} Options */

/** What the server refused, or that it did not answer (status 0). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} text
   * @param {number[]} [cells] the cells that the sentence is about
   */
  constructor(status, text, cells = []) {
    super(sentence(text));
    this.status = status;
    this.cells = cells;
  }

  /** Whether no answer came at all: the request may or may not have arrived. */
  get isNetworkError() {
    return this.status === 0;
  }
}

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5000;
/** A move without an answer for so long is sent again. */
const MOVE_ANSWER_MS = 15_000;

/**
 * Asks once. Fails with an ApiError, or with an AbortError if `signal` says so.
 * @template Answer
 * @param {string} method
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export async function ask(method, path, { body, token, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  let text;
  try {
    response = await fetch(path, {
      method,
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    text = await response.text();
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") throw fault;
    throw new ApiError(0, "The server does not answer.");
  }
  if (response.status === 204) return /** @type {Answer} */ ({});
  const answer = read(text);
  if (!response.ok) throw new ApiError(response.status, answer?.error ?? `The server answered ${response.status}.`, answer?.cells ?? []);
  if (answer === null) throw new ApiError(response.status, "The server's answer cannot be read.");
  return /** @type {Answer} */ (answer);
}

/**
 * @param {string} text
 * @returns {Partial<Wire.ErrorBody> | null} an error, or whatever else was asked for
 */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Asks something that changes nothing, and asks again until the server answers.
 * @template Answer
 * @param {string} method
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export async function requestWithRetry(method, path, options = {}) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      /** @type {Answer} */
      const answer = await ask(method, path, options);
      setDisconnected(path, false);
      return answer;
    } catch (fault) {
      const isNetworkError = fault instanceof ApiError && fault.isNetworkError;
      setDisconnected(path, isNetworkError);
      if (!isNetworkError) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (options.signal?.aborted) {
      setDisconnected(path, false);
      throw new DOMException("no longer wanted", "AbortError");
    }
  }
}

/** @type {<Answer>(path: string, body: object, signal?: AbortSignal) => Promise<Answer>} */
const question = (path, body, signal) => requestWithRetry("POST", path, { body, signal });
/**
 * @template Answer
 * @param {string} id
 * @param {string} verb
 * @param {string} token
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
const act = (id, verb, token, body = {}, signal) => ask("POST", `${gamePath(id)}/${verb}`, { token, body, signal });
/**
 * The answer to a client that has `version` of a game is what has changed since.
 * @param {number} version
 */
const since = (version) => `?since=${version}`;
/** @param {string} id */
const gamePath = (id) => `/api/play/${encodeURIComponent(id)}`;

/** @type {Promise<Wire.GameEntry[]> | null} */
let games = null;
/** @type {Map<string, Promise<Wire.Diagram>>} */
const diagrams = new Map();

/**
 * The games that the server knows; asked for once.
 * @returns {Promise<Wire.GameEntry[]>}
 */
export function getGames() {
  games ??= /** @type {Promise<Wire.GameEntry[]>} */ (requestWithRetry("GET", "/api/games")).catch(
    (fault) => {
      games = null;
      throw fault;
    },
  );
  return games;
}

/**
 * The diagram of a game's board; one for each size.
 * @param {string} game
 * @param {string} [position]
 * @returns {Promise<Wire.Diagram>}
 */
export async function getDiagram(game, position) {
  const key = `${game} ${position ? position.length : ""}`;
  if (!diagrams.has(key)) {
    /** @type {Promise<Wire.Diagram>} */
    const asked = question("/api/diagram", position ? { game, position } : { game });
    asked.catch(() => diagrams.delete(key));
    diagrams.set(key, asked);
  }
  return /** @type {Promise<Wire.Diagram>} */ (diagrams.get(key));
}

/** @type {(body: Wire.PositionRef, signal?: AbortSignal) => Promise<Wire.Position>} */
export const getPosition = (body, signal) => question("/api/position", body, signal);
/** @type {(body: Wire.Edit) => Promise<Wire.Position>} */
export const editPosition = (body) => ask("POST", "/api/position/edit", { body });
/**
 * Whether a move is legal, and if not, why.
 * @param {Wire.LegalityRequest} body
 */
export async function askWhy(body) {
  /** @type {Wire.Legality} */
  const { reason, ...answer } = await ask("POST", "/api/why", { body });
  return { ...answer, reason: reason ? sentence(reason) : null };
}

/** @type {Map<string, Promise<Wire.HowToView>>} */
const explanations = new Map();

/**
 * How a game is played; asked for once.
 * @param {string} game
 */
export function getHowTo(game) {
  const name = game.split(":")[0];
  const known = explanations.get(name);
  if (known) return known;
  /** @type {Promise<Wire.HowToView>} */
  const asked = requestWithRetry("GET", `/api/how-to?${new URLSearchParams({ game: name })}`);
  asked.catch(() => explanations.delete(name));
  explanations.set(name, asked);
  return asked;
}

/** @type {(body: Wire.TourRequest) => Promise<Wire.TourAnswer>} */
export const tryTourMove = (body) => ask("POST", "/api/how-to/try", { body });
/** @type {(body: Wire.PositionRef) => Promise<Wire.ReviewMessage[]>} */
export const judgeMove = (body) => ask("POST", "/api/judge", { body });
/** @type {(body: Wire.PositionRef, signal?: AbortSignal) => Promise<Wire.ExactAnswer>} */
export const getExact = (body, signal) => question("/api/exact", body, signal);

/** @type {(body: Wire.ReadRequest, signal?: AbortSignal) => Promise<Wire.ReadAnswer>} */
export const readGames = (body, signal) => question("/api/games/read", body, signal);
/** @type {(body: Wire.NewGame) => Promise<Wire.Created>} */
export const createGame = (body) => ask("POST", "/api/play", { body });
/** @type {(record: string) => Promise<Wire.Created>} */
export const importGame = (record) => ask("POST", "/api/play/import", { body: { record } });
/** @type {(id: string, token: string) => Promise<void>} */
export const deleteGame = (id, token) => ask("DELETE", gamePath(id), { token });
/** @type {(id: string, invite: string, name: string | null) => Promise<Wire.Joined>} */
export const joinGame = (id, invite, name) => ask("POST", `${gamePath(id)}/join`, { body: { invite, name } });
/** @type {(id: string, signal?: AbortSignal) => Promise<Wire.State>} */
export const getGame = (id, signal) => requestWithRetry("GET", gamePath(id), { signal });
/** @type {(id: string, signal?: AbortSignal) => Promise<Wire.LegalMoves>} */
export const getMoves = (id, signal) => requestWithRetry("GET", `${gamePath(id)}/moves`, { signal });
/** @type {(id: string, version: number, token: string, body: Wire.MoveRequest) => Promise<Wire.Update>} */
export const postMove = (id, version, token, body) =>
  act(id, `move${since(version)}`, token, body, AbortSignal.timeout(MOVE_ANSWER_MS));
/** @typedef {"undo" | "resign" | "draw" | "hints" | "decline"} Deed what a player does besides moving */
/** @type {(id: string, version: number, token: string, deed: Deed) => Promise<Wire.Update>} */
export const postDeed = (id, version, token, deed) => act(id, `${deed}${since(version)}`, token);
/** @type {(id: string, version: number, token: string, body: Wire.LevelRequest) => Promise<Wire.Update>} */
export const postLevel = (id, version, token, body) => act(id, `level${since(version)}`, token, body);
/** @type {(id: string, version: number, token: string, name: string) => Promise<Wire.Update>} */
export const postName = (id, version, token, name) => act(id, `name${since(version)}`, token, { name });
/** @type {(id: string, token: string) => Promise<Wire.Rematch>} */
export const postAgain = (id, token) => act(id, "again", token);
/** @type {(id: string, token: string) => Promise<Wire.Hint>} */
export const postHint = (id, token) => act(id, "hint", token);

/**
 * Stored games, the newest first. `ids` are the games that are wanted, if not all.
 * @param {{ before?: number | null, limit?: number, ids?: string[], game?: string, finished?: string }} wish
 * @param {AbortSignal} [signal]
 * @returns {Promise<Wire.List>}
 */
export function getPastGames({ before, limit = 20, ids, game, finished }, signal) {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before) query.set("before", String(before));
  if (ids) query.set("ids", ids.join(","));
  if (game) query.set("game", game);
  if (finished) query.set("finished", finished);
  return requestWithRetry("GET", `/api/play?${query}`, { signal });
}

/** Where other machines reach the server. @returns {Promise<Wire.Address>} */
export const getAddress = () => ask("GET", "/api/address");
/** @type {(text: string) => Promise<Wire.Qr>} */
export const getQr = (text) => ask("POST", "/api/qr", { body: { text } });

/**
 * Where a record can be downloaded.
 * @param {string} id
 * @param {string} form
 */
export const recordPath = (id, form) => `${gamePath(id)}/record.${form}`;
/** @param {string} id */
export const positionPicturePath = (id) => `${gamePath(id)}/picture.svg`;
/** @type {(id: string, version: number) => string} */
export const livePath = (id, version) => `${gamePath(id)}/live${since(version)}`;
/** @param {string} id */
export const reviewPath = (id) => `${gamePath(id)}/review`;

/**
 * Where a picture of a position is, with moves as arrows and cells with a mark.
 * @param {string} game
 * @param {string | null} [position]
 * @param {boolean} [isFlipped]
 * @param {{ moves?: string[], cells?: string[] }} [marks]
 */
export function picturePath(game, position, isFlipped = false, { moves = [], cells = [] } = {}) {
  const query = new URLSearchParams({ game });
  if (position) query.set("position", position);
  if (isFlipped) query.set("flip", "true");
  if (moves.length > 0) query.set("moves", moves.join(","));
  if (cells.length > 0) query.set("cells", cells.join(","));
  return `/api/picture.svg?${query}`;
}
