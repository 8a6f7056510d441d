// @ts-check
// The strip of a player beside the board: disc, name, what was taken, clock.

import { playerDisc } from "../board/pieces.js";
import { el, setText } from "../element.js";
import { Clock } from "./clock.js";

/** @import { Clocks, Diagram } from "../wire.js" */

export class Seat {
  /** @param {Diagram} diagram */
  constructor(diagram) {
    this.diagram = diagram;
    this.disc = el("span", { class: "disc", "aria-hidden": "true" });
    this.name = el("span", { class: "seat-name" });
    this.note = el("span", { class: "seat-note" });
    this.taken = el("span", { class: "seat-taken" });
    this.clock = new Clock();
    this.element = el(
      "div",
      { class: "seat" },
      this.disc,
      el("span", { class: "seat-text" }, this.name, this.note),
      this.taken,
      this.clock.element,
    );
    /** @type {number | null} */
    this.player = null;
  }

  /**
   * @param {object} seat
   * @param {number} seat.player
   * @param {string} seat.who
   * @param {string} seat.note
   * @param {string} seat.taken how many of the other player's pieces are gone, in words
   * @param {boolean} seat.isSending whether the player's move has not arrived
   * @param {boolean} seat.isTurn
   * @param {Clocks | null} seat.clocks
   * @param {number} seat.received when the clocks came
   */
  update({ player, who, note, taken, isTurn, isSending, clocks, received }) {
    const side = this.diagram.players[player - 1];
    if (this.player !== player) {
      this.player = player;
      this.disc.replaceChildren(playerDisc(this.diagram, player));
    }
    setText(this.name, side.name);
    setText(this.note, note ? `${who}, ${note}` : who);
    setText(this.taken, taken);
    this.clock.update(clocks, player, side.name, received, isSending);
    this.element.classList.toggle("turn", isTurn);
  }
}
