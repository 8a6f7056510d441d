// @ts-check
// A friend's link: takes the seat and goes to the game. Whoever comes too late for the seat watches.

import { joinGame } from "../api.js";
import { el } from "../element.js";
import { nickname, storeSeat, seatsOf } from "../storage.js";
import { gameHash } from "../route.js";

/** @import { ApiError } from "../api.js" */
/** @import { ShowPage } from "../types.js" */

const SEAT_IS_TAKEN = 409;

/** @type {ShowPage} */
export async function showJoin(main, { parts: [id = "", invite = ""] }, signal) {
  // Whoever opens the link twice has the seat already.
  if (Object.keys(seatsOf(id)).length === 0) {
    main.replaceChildren(el("h1", {}, "Joining the game"), el("p", {}, "Taking your seat…"));
    try {
      const { player, token } = await joinGame(id, invite, nickname());
      storeSeat(id, player, token);
    } catch (refusal) {
      if (/** @type {ApiError} */ (refusal).status !== SEAT_IS_TAKEN) throw refusal;
    }
  }
  if (!signal.aborted) location.replace(gameHash(id));
}
