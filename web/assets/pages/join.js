// @ts-check
// A friend's link: takes the seat and goes to the game.

import { joinGame } from "../api.js";
import { el } from "../element.js";
import { storeSeat, seatsOf } from "../storage.js";
import { gameHash } from "../route.js";

/** @import { ShowPage } from "../types.js" */

/** @type {ShowPage} */
export async function showJoin(main, { parts: [id = "", invite = ""] }, signal) {
  // Whoever opens the link twice has the seat already.
  if (Object.keys(seatsOf(id)).length === 0) {
    main.replaceChildren(el("h1", {}, "Joining the game"), el("p", {}, "Taking your seat…"));
    const { player, token } = await joinGame(id, invite);
    storeSeat(id, player, token);
  }
  if (!signal.aborted) location.replace(gameHash(id));
}
