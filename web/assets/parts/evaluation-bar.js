// @ts-check
// The evaluation bar: how much of it belongs to whom.

import { el, setAttribute, setText } from "../element.js";
import { scoreSentence, scoreText, share } from "../format.js";

/** @import { Diagram } from "../wire.js" */
/** @import { SureScore } from "../types.js" */

export class EvaluationBar {
  /** @param {Diagram} diagram */
  constructor(diagram) {
    this.diagram = diagram;
    this.first = el("span", { class: "bar-first" });
    this.text = el("span", { class: "bar-text" });
    this.element = el(
      "div",
      { class: "bar", role: "meter", "aria-label": "Evaluation", "aria-valuemin": 0, "aria-valuemax": 100 },
      this.first,
      this.text,
    );
    this.first.style.background = diagram.players[0].paint;
    this.element.style.background = diagram.players[1].paint;
  }

  /**
   * `isFirstBelow` says on which side of the board player 1 is seen.
   * @param {SureScore | null} score
   * @param {number} turn
   * @param {boolean} isFirstBelow
   * @param {number} view by whom the number is seen
   */
  update(score, turn, isFirstBelow, view = 1) {
    const part = score ? share(score, turn) : 0.5;
    this.element.style.setProperty("--share", `${Math.round(part * 1000) / 10}%`);
    this.element.classList.toggle("first-below", isFirstBelow);
    setAttribute(this.element, "aria-valuenow", Math.round(part * 100));
    setAttribute(
      this.element,
      "aria-valuetext",
      score ? scoreSentence(score, turn, this.diagram.players) : "not known yet",
    );
    setText(this.text, score ? scoreText(score, turn, view) : "–");
    this.text.classList.toggle("on-first", part >= 0.5);
  }
}
