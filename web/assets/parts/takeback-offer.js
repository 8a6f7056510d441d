// @ts-check
// What a friend asks for: to take a move back.

import { button, el } from "../element.js";

export class TakebackOffer {
  /** @param {() => void} agree */
  constructor(agree) {
    this.agree = agree;
    /** @type {string | null} */
    this.shown = null;
    this.element = el("div", { class: "card offer", role: "status", hidden: true });
  }

  /**
   * `by` is "us", the name of the side that asks, or null.
   * @param {string | null} by
   */
  update(by) {
    if (by === this.shown) return;
    this.shown = by;
    this.element.hidden = by === null;
    if (by === "us") {
      this.element.replaceChildren(el("p", {}, "You asked to take a move back. Your friend agrees or plays on."));
    } else if (by !== null) {
      this.element.replaceChildren(
        el("p", {}, `${by} asks to take a move back. Agree, or decline by playing on.`),
        el("div", { class: "row" }, button("Agree", this.agree, { class: "primary" })),
      );
    }
  }
}
