// @ts-check
// What the browser remembers: seats, invitations and settings. Without storage it remembers until the page is closed.

/** @import { Settings, StudySettings } from "./types.js" */

/** @typedef {Record<string, Record<number, string>>} Tokens by the ids of games, then by players */

/**
 * What each key has.
 * @typedef {{
 *   "plywood.seats": Tokens,
 *   "plywood.owned": Record<string, string>,
 *   "plywood.invites": Tokens,
 *   "plywood.wishes": Partial<Settings>,
 *   "plywood.study": Partial<StudySettings>,
 *   "plywood.name": string,
 *   "plywood.sound": boolean,
 * }} Stored
 */

const spare = new Map();

/**
 * @template {keyof Stored} Key
 * @param {Key} key
 * @returns {Stored[Key] | null}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? spare.get(key) ?? null;
  } catch {
    return spare.get(key) ?? null;
  }
}

/**
 * @template {keyof Stored} Key
 * @param {Key} key
 * @param {Stored[Key]} value
 */
function write(key, value) {
  spare.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may have no storage; the page works without it.
  }
}

const SEATS = "plywood.seats";
const OWNED = "plywood.owned";
const INVITES = "plywood.invites";
const SETTINGS = "plywood.wishes";
const NAME = "plywood.name";
const SOUND = "plywood.sound";

/**
 * The tokens of a game's seats that are ours: { "1": token }.
 * @param {string} id
 */
export const seatsOf = (id) => read(SEATS)?.[id] ?? {};

/**
 * Remembers the token of a seat.
 * @param {string} id
 * @param {number} player
 * @param {string} token
 */
export function storeSeat(id, player, token) {
  const seats = read(SEATS) ?? {};
  write(SEATS, { ...seats, [id]: { ...seats[id], [player]: token } });
}

/**
 * What deletes a game that was begun or imported here; null for the games of others.
 * @param {string} id
 */
export const ownerTokenOf = (id) => read(OWNED)?.[id] ?? null;

/**
 * Remembers what deletes a game.
 * @param {string} id
 * @param {string} owner
 */
export function storeOwner(id, owner) {
  write(OWNED, { ...read(OWNED), [id]: owner });
}

/**
 * Forgets a game that was deleted.
 * @param {string} id
 */
export function forgetGame(id) {
  for (const key of /** @type {const} */ ([SEATS, INVITES, OWNED])) {
    const { [id]: _gone, ...others } = /** @type {Tokens} */ (read(key) ?? {});
    write(key, others);
  }
}

/**
 * The invitations of a game that we have not seen accepted: { "2": invite }.
 * @param {string} id
 */
export const invitesOf = (id) => read(INVITES)?.[id] ?? {};

/**
 * Remembers an invitation.
 * @param {string} id
 * @param {number | string} player
 * @param {string} invite
 */
export function storeInvite(id, player, invite) {
  const invites = read(INVITES) ?? {};
  write(INVITES, { ...invites, [id]: { ...invites[id], [player]: invite } });
}

/** The ids of the games in which a seat is ours, the latest first. */
export const playedGames = () => Object.keys(read(SEATS) ?? {}).reverse();
/** The ids of the games that are ours to play or to delete, the latest first. */
export const ownGames = () => [...new Set([...playedGames(), ...Object.keys(read(OWNED) ?? {}).reverse()])];

/** How we want to be called; null for no name. */
export const nickname = () => read(NAME) || null;
/** @param {string} name */
export const storeNickname = (name) => write(NAME, name.trim());

/** Whether sounds are wanted; nobody gets any without asking. */
export const wantsSound = () => read(SOUND) === true;
/** @param {boolean} isWanted */
export const storeSound = (isWanted) => write(SOUND, isWanted);

/** What was chosen last on the first page. */
export const lastSettings = () => read(SETTINGS) ?? {};
/** @param {Settings} settings */
export const storeSettings = (settings) => write(SETTINGS, settings);

/**
 * How the last study was looked at, as far as it is something that the page would store.
 * @returns {Partial<StudySettings>}
 */
export function studySettings() {
  const { below, view, count, isThinking } = read("plywood.study") ?? {};
  return {
    below: within(below, 1, 2),
    view: within(view, 0, 2),
    count: within(count, 1, 5),
    isThinking: typeof isThinking === "boolean" ? isThinking : undefined,
  };
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
const within = (value, least, most) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : undefined;

/** @param {Partial<StudySettings>} settings */
export const storeStudySettings = (settings) => write("plywood.study", { ...studySettings(), ...settings });
