// @ts-check
// A player's clock.

import { el, setAttribute, setText } from "../element.js";
import { clockText, secondsLeft } from "./clock-format.js";

/** @import { Clocks } from "../wire.js" */

const HURRY_BELOW = 20;

export class Clock {
  constructor() {
    this.element = el("span", { class: "clock", role: "timer", hidden: true });
  }

  /**
   * `clocks` as the server told them at `received`, or null where nobody is timed.
   * @param {Clocks | null} clocks
   * @param {number} player
   * @param {string} name
   * @param {number} received
   * @param {boolean} isSending whether the player's move has not arrived, so that the clock runs on
   */
  update(clocks, player, name, received, isSending) {
    this.element.hidden = clocks === null;
    if (clocks === null) return;
    const left = secondsLeft(clocks, player, received, performance.now());
    setText(this.element, isSending ? `${clockText(left)} sending` : clockText(left));
    setAttribute(this.element, "aria-label", `Clock of ${name}`);
    this.element.classList.toggle("running", clocks.running === player);
    this.element.classList.toggle("hurry", left < HURRY_BELOW);
  }
}
