// The server, asked over HTTP. What goes wrong comes back as a sentence that can be shown.

import { lost } from "./parts/connection.js";

/** What the server refused, or that it did not answer (status 0). */
export class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }

  /** Whether no answer came at all: the request may or may not have arrived. */
  get isSilence() {
    return this.status === 0;
  }
}

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5000;
/** A move without an answer for so long is sent again. */
const MOVE_ANSWER_MS = 15_000;

/** Asks once. Fails with a Refusal, or with an AbortError if `signal` says so. */
export async function ask(method, path, { body, token, signal } = {}) {
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
    if (fault.name === "AbortError") throw fault;
    throw new Refusal(0, "The server does not answer.");
  }
  if (response.status === 204) return {};
  const answer = read(text);
  if (!response.ok) throw new Refusal(response.status, answer?.error ?? `The server answered ${response.status}.`);
  if (answer === null) throw new Refusal(response.status, "The server's answer cannot be read.");
  return answer;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Asks something that changes nothing, and asks again until the server answers. */
export async function askUntilAnswered(method, path, options = {}) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      const answer = await ask(method, path, options);
      lost(path, false);
      return answer;
    } catch (fault) {
      const isSilence = fault instanceof Refusal && fault.isSilence;
      lost(path, isSilence);
      if (!isSilence) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (options.signal?.aborted) {
      lost(path, false);
      throw new DOMException("no longer wanted", "AbortError");
    }
  }
}

const query = (path, body, signal) => askUntilAnswered("POST", path, { body, signal });
const act = (id, verb, token, body = {}, signal) => ask("POST", `${gamePath(id)}/${verb}`, { token, body, signal });
const gamePath = (id) => `/api/play/${encodeURIComponent(id)}`;

let games = null;
const diagrams = new Map();

/** The games that the server knows; asked for once. */
export function getGames() {
  games ??= askUntilAnswered("GET", "/api/games").catch((fault) => {
    games = null;
    throw fault;
  });
  return games;
}

/** The diagram of a game's board; one for each size. */
export async function getDiagram(game, position) {
  const key = `${game} ${position ? position.length : ""}`;
  if (!diagrams.has(key)) {
    const asked = query("/api/diagram", position ? { game, position } : { game });
    asked.catch(() => diagrams.delete(key));
    diagrams.set(key, asked);
  }
  return diagrams.get(key);
}

export const getPosition = (wish, signal) => query("/api/position", wish, signal);
export const editPosition = (wish) => ask("POST", "/api/position/edit", { body: wish });
export const askWhy = (wish) => ask("POST", "/api/why", { body: wish });
export const getExact = (wish, signal) => query("/api/exact", wish, signal);

export const createGame = (wish) => ask("POST", "/api/play", { body: wish });
export const importGame = (record) => ask("POST", "/api/play/import", { body: { record } });
export const deleteGame = (id, token) => ask("DELETE", gamePath(id), { token });
export const joinGame = (id, invite) => ask("POST", `${gamePath(id)}/join`, { body: { invite } });
export const getGame = (id, signal) => askUntilAnswered("GET", gamePath(id), { signal });
export const postMove = (id, token, body) => act(id, "move", token, body, AbortSignal.timeout(MOVE_ANSWER_MS));
export const postUndo = (id, token) => act(id, "undo", token);
export const postResign = (id, token) => act(id, "resign", token);
export const postAgain = (id, token) => act(id, "again", token);
export const postHint = (id, token) => act(id, "hint", token);

export function getPastGames(before, signal) {
  const from = before === null ? "" : `&before=${encodeURIComponent(before)}`;
  return askUntilAnswered("GET", `/api/play?limit=20${from}`, { signal });
}

/** Where a record can be downloaded. */
export const recordPath = (id, form) => `${gamePath(id)}/record.${form}`;
export const standingPath = (id) => `${gamePath(id)}/picture.svg`;
export const livePath = (id) => `${gamePath(id)}/live`;
export const reviewPath = (id) => `${gamePath(id)}/review`;

/** Where a picture of a position is. */
export function picturePath(game, position, isFlipped = false) {
  const wish = new URLSearchParams({ game });
  if (position) wish.set("position", position);
  if (isFlipped) wish.set("flip", "true");
  return `/api/picture.svg?${wish}`;
}
