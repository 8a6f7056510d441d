// @ts-check
// Every legal move with its exact value, best first.

import { button, el } from "../element.js";
import { valueSign, valueWord } from "../format.js";

/** @import { Play } from "../types.js" */
/** @typedef {{ move: string, value: string | null, distance: number | null }} MoveValue */

export class MoveValues {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {string | null} */
    this.key = null;
    this.summary = el("summary", {});
    this.list = el("ul", { class: "values" });
    this.element = el("details", { class: "values-box" }, this.summary, this.list);
  }

  /**
   * `moves` are in the order to be shown; values may be missing.
   * @param {MoveValue[]} moves
   */
  update(moves) {
    const key = JSON.stringify(moves);
    if (key === this.key) return;
    this.key = key;
    const known = moves.filter(({ value }) => /** @type {string} */ (value) in valueSign).length;
    if (known > 0) this.element.open = true;
    this.element.hidden = moves.length === 0;
    this.summary.textContent =
      known > 0
        ? `All ${moves.length} moves, ${known === moves.length ? "each" : `${known} of them`} with its exact value`
        : `All ${moves.length} moves`;
    this.list.replaceChildren(...moves.map((move) => el("li", {}, this.chip(move))));
  }

  /** @param {MoveValue} move */
  chip({ move, value, distance }) {
    const node = button(el("span", { class: "value-move" }, move), () => this.play([move]), {
      class: `value ${value ?? "unknown"}`,
    });
    if (value === null || !(value in valueSign)) return node;
    const far = distance === null || distance === undefined ? "" : String(distance);
    node.append(
      el("span", { class: "value-sign", "aria-hidden": "true" }, `${valueSign[value]}${far}`),
      el("span", { class: "visually-hidden" }, ` ${valueWord[value]}${far ? ` in ${far}` : ""}`),
    );
    return node;
  }
}
