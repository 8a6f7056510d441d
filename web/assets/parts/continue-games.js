// @ts-check
// Games of ours that wait to be played on.

import { getPastGames, positionPicturePath } from "../api.js";
import { el } from "../element.js";
import { plural } from "../format.js";
import { gameHash } from "../route.js";
import { playedGames, seatsOf } from "../storage.js";

/** @import { GameEntry, Summary } from "../wire.js" */

/** So many are offered; the others are among the games. */
const OFFERED = 3;
/** So many of the latest games are asked about. */
const ASKED = 40;

/**
 * The games that wait, as a list of links; null where there is none. Nobody is asked who has played nothing yet.
 * @param {GameEntry[]} infos
 * @param {AbortSignal} signal
 */
export async function continueGames(infos, signal) {
  const ids = playedGames().slice(0, ASKED);
  if (ids.length === 0) return null;
  const { games } = await getPastGames({ ids, finished: "false", limit: OFFERED }, signal);
  if (games.length === 0) return null;
  return el(
    "section",
    { class: "continue", "aria-labelledby": "continue-title" },
    el("h2", { id: "continue-title" }, "Continue"),
    el(
      "ul",
      { class: "continue-games" },
      games.map((game) => el("li", {}, waitingGame(game, infos))),
    ),
  );
}

/**
 * @param {Summary} summary
 * @param {GameEntry[]} infos
 */
function waitingGame(summary, infos) {
  const { id, title, size, plies } = summary;
  return el(
    "a",
    { class: "card continue-game", href: gameHash(id) },
    el("img", { src: positionPicturePath(id), alt: "", width: 56, height: 56, loading: "lazy" }),
    el(
      "span",
      {},
      el("strong", {}, size ? `${title}, ${size}` : title),
      el("span", { class: "soft" }, `${opponents(summary, infos)}, ${plural(plies, "ply", "plies")}`),
    ),
  );
}

/**
 * Against whom a game is played: "against Plywood, level 3".
 * @param {Summary} summary
 * @param {GameEntry[]} infos
 */
export function opponents({ id, game, players }, infos) {
  const mine = Object.keys(seatsOf(id)).map(Number);
  if (mine.length === 1) return `against ${players[2 - mine[0]]}`;
  const sides = infos.find(({ name }) => name === game.split(":")[0])?.players ?? [];
  return mine.length === 2 ? "two at one screen" : players.map((name, i) => `${sides[i]?.name}: ${name}`).join(", ");
}
