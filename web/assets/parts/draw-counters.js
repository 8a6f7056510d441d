// @ts-check
// How near a game is to a draw by its rules, from half way on.

import { el, setText } from "../element.js";
import { plural } from "../format.js";

/** @import { DrawCounter } from "../wire.js" */

/**
 * The counters worth showing, as a sentence; empty for none.
 * @param {DrawCounter[]} draws
 */
export function drawsText(draws) {
  return draws.filter(({ count, limit }) => 2 * count >= limit && count < limit).map(counterText).join(" ");
}

/** @param {DrawCounter} counter */
function counterText({ reason, count, limit }) {
  const left = limit - count;
  if (reason === "repetition")
    return `This position has come ${count === 1 ? "once" : `${count} times`}: at ${limit} times the game is a draw.`;
  const what = reason === "plies" ? "of the game" : "without progress";
  return `${plural(count, "ply", "plies")} ${what}: a draw in ${plural(left, "more ply", "more plies")}.`;
}

export class DrawCounters {
  constructor() {
    this.element = el("p", { class: "soft draws", hidden: true });
  }

  /** @param {DrawCounter[]} draws */
  update(draws) {
    const text = drawsText(draws);
    setText(this.element, text);
    this.element.hidden = text === "";
  }
}
