// @ts-check
// Every legal move with its exact value, best first.

import { button, el } from "../element.js";
import { seenValue, valueSign, valueWord } from "../format.js";

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
   * @param {number} turn
   * @param {number} view by whom values are seen
   */
  update(moves, turn, view) {
    const key = JSON.stringify([moves, turn, view]);
    if (key === this.key) return;
    this.key = key;
    const known = moves.filter(({ value }) => /** @type {string} */ (value) in valueSign).length;
    if (known > 0) this.element.open = true;
    this.element.hidden = moves.length === 0;
    const all = moves.length === 1 ? "The only move" : `All ${moves.length} moves`;
    this.summary.textContent =
      known > 0
        ? `${all}, ${moves.length === 1 ? "" : known === moves.length ? "each " : `${known} of them `}with its exact value`
        : all;
    this.list.replaceChildren(...moves.map((move) => el("li", {}, this.chip(move, seenValue(move.value, turn, view)))));
  }

  /**
   * @param {MoveValue} move
   * @param {string | null} shown the value as it is seen; who listens hears it of the player who moves
   */
  chip({ move, value, distance }, shown) {
    const node = button(el("span", { class: "value-move" }, move), () => this.play([move]), {
      class: `value ${shown ?? "unknown"}`,
    });
    if (value === null || shown === null || !(value in valueSign)) return node;
    const far = distance === null || distance === undefined ? "" : String(distance);
    node.append(
      el("span", { class: "value-sign", "aria-hidden": "true" }, `${valueSign[shown]}${far}`),
      el("span", { class: "visually-hidden" }, ` ${valueWord[value]}${far ? ` in ${far}` : ""}`),
    );
    return node;
  }
}
